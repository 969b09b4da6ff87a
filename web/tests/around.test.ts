import { expect, test } from "vitest";
import { headline, story } from "../src/table/logText";
import { opponents } from "../src/table/opponents";
import { spanInWords, timerInWords, watchFace } from "../src/ui/time";
import { onlyHere } from "../src/wire/http";
import { aTable, happened } from "./kit";

test("opponents are the strongest first, one of each strength", () => {
  const bots = [
    { name: "random", strength: "beginner" as const },
    { name: "cautious", strength: "easy" as const },
    { name: "greedy", strength: "strong" as const },
    { name: "sampler", strength: "strong" as const },
  ];
  expect(opponents(bots)).toEqual(["greedy", "cautious"]);
  expect(opponents([])).toEqual([]);
});

test("what people say and show is told, but the last word belongs to the game", () => {
  const clap = happened(1, { what: "reacted", seat: 0, text: "clap" });
  const off = happened(2, { what: "chat_set", seat: null });
  expect(story(clap, aTable())).toEqual(["Ann: “Well played!”"]);
  expect(story(happened(1, { what: "reacted", seat: 0, text: "moonwalk" }), aTable())).toEqual(["Ann: “moonwalk”"]);
  expect(story(off, aTable({ chat: false }))).toEqual(["The chat is off."]);
  expect([...headline(clap, aTable()), ...headline(off, aTable())]).toEqual([]);
});

test("time is told in the largest unit of which there are two", () => {
  const spans = [5, 60, 90, 300, 3600, 5400, 86400, 100_000, 3 * 86400 - 2];
  expect(spans.map(spanInWords)).toEqual([
    "5 seconds", "1 minute", "90 seconds", "5 minutes", "1 hour", "90 minutes", "1 day", "28 hours", "3 days",
  ]);
  expect([timerInWords(0), timerInWords(30)]).toEqual(["no time limit", "30 seconds for each decision"]);
  expect([watchFace(9), watchFace(75)]).toEqual(["0:09", "1:15"]);
});

test("a link that only this machine can open is known as such", () => {
  const only = (host: string) => onlyHere(`http://${host}/t/ABCDEFGH`);
  expect(["127.0.0.1:8765", "localhost:8765", "[::1]:8765"].map(only)).toEqual([true, true, true]);
  expect(["192.168.1.5:8765", "play.example.org", "localhost.example.org", "127.example.org"].map(only)).toEqual([false, false, false, false]);
});
