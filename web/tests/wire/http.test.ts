import { expect, test, vi } from "vitest";
import { reach } from "../../src/offline/reach.svelte";
import { hereHost, onlyHere, table } from "../../src/wire/http";

test("a link that only this machine can open is known as such", () => {
  const only = (host: string) => onlyHere(`http://${host}/t/ABCDEFGH`);
  expect(["127.0.0.1:8765", "localhost:8765", "[::1]:8765"].map(only)).toEqual([true, true, true]);
  expect(["192.168.1.5:8765", "play.example.org", "localhost.example.org", "127.example.org"].map(only)).toEqual([false, false, false, false]);
});

test("the host in the page is never asked about a table of the server", async () => {
  reach.alone = true;
  const asked = vi.spyOn((await hereHost()).here, "fetch").mockResolvedValue(new Response("{}", { status: 404 }));
  await expect(table("ABCDEFGH")).rejects.toMatchObject({ code: "needs_server", status: 0 });
  expect(asked).not.toHaveBeenCalled();
  await expect(table("~ABCDEFG")).rejects.toMatchObject({ status: 404 });
  reach.alone = false;
});
