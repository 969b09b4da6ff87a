import { expect, test } from "vitest";
import { onlyHere } from "../../src/wire/http";

test("a link that only this machine can open is known as such", () => {
  const only = (host: string) => onlyHere(`http://${host}/t/ABCDEFGH`);
  expect(["127.0.0.1:8765", "localhost:8765", "[::1]:8765"].map(only)).toEqual([true, true, true]);
  expect(["192.168.1.5:8765", "play.example.org", "localhost.example.org", "127.example.org"].map(only)).toEqual([false, false, false, false]);
});
