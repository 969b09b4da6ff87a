import { afterEach, expect, test, vi } from "vitest";
import { playWithFriends } from "../../src/lobby/opening";

afterEach(() => vi.unstubAllGlobals());

test("a table that was asked for in vain is asked for again under the same id, another one under another", async () => {
  const ids: string[] = [];
  let answers = false;
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    const reply = (value: unknown) => Promise.resolve(new Response(JSON.stringify(value)));
    if (path !== "/api/tables") return reply({ name: "Ann", portrait: "" });
    ids.push((JSON.parse(body) as { id: string }).id);
    return answers ? reply({ code: "ABCDEFGH", link: "" }) : Promise.reject(new TypeError("no network"));
  });
  const open = () => playWithFriends({ game: "bratwurmeck", seats: 2 }, "Ann");
  await expect(open()).rejects.toMatchObject({ code: "unreachable" });
  answers = true;
  expect(await open()).toBe("/t/ABCDEFGH");
  await open();
  expect(ids).toHaveLength(3);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});
