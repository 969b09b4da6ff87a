import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Lesson, type Recorded } from "../src/learn/lesson.svelte";
import { addressOf, type Block, pageOf, search } from "../src/learn/rulebook";
import { words } from "../src/learn/words";

const GAMES = ["bratwurmeck", "barbecue", "karteneck"];
const recorded = (game: string) => JSON.parse(readFileSync(`src/learn/lessons/${game}.json`, "utf8")) as Recorded;
const aLesson = (game: string, at = 0) =>
  new Lesson(recorded(game), { show: (update) => update(), name: "Ann", pace: () => 0, at });
/** The answer to a command comes after the store has noted it. */
const answered = () => new Promise((done) => setTimeout(done));

async function happened(lesson: Lesson) {
  do await answered();
  while (lesson.playing);
}

for (const game of GAMES) {
  test(`the lesson of ${game} can be played to its end by its own moves`, async () => {
    const lesson = aLesson(game);
    for (let at = 0; at < lesson.recorded.steps.length - 1; at += 1) {
      expect(lesson.at).toBe(at);
      if (lesson.step.ask) {
        expect(lesson.store.myTurn).toBe(true);
        lesson.store.move(lesson.step.ask);
      } else {
        lesson.next();
      }
      await happened(lesson);
    }
    expect(lesson.last).toBe(true);
    expect(lesson.store.table?.phase).toBe("over");
    expect(lesson.store.table?.seats[0]?.name).toBe("Ann");
  });

  test(`the tutor of ${game} has something to say in every step, and to every other move`, () => {
    const lesson = aLesson(game);
    lesson.recorded.steps.forEach((step, at) => {
      lesson.goTo(at);
      expect(words[step.words]?.text(), step.words).toBeTruthy();
      const position = lesson.store.position;
      const layable = position?.game === "karteneck" ? position.layable.length : 0;
      if (step.ask && (position?.moves.length ?? 0) + layable > 1) expect(words[step.words]?.hint?.(), step.words).toBeTruthy();
    });
  });
}

test("another move is answered by a hint and changes nothing", async () => {
  const lesson = aLesson("bratwurmeck", 1);
  const { position } = lesson.store;
  lesson.store.move("keep 5");
  await happened(lesson);
  expect([lesson.at, lesson.missed, lesson.store.moving]).toEqual([1, 1, null]);
  expect(lesson.store.position).toBe(position);
  lesson.store.move("keep 4");
  await happened(lesson);
  expect([lesson.at, lesson.missed]).toEqual([2, 0]);
});

test("whoever moves before reading on is not held up", async () => {
  const lesson = aLesson("bratwurmeck");
  lesson.store.move("keep 4");
  await happened(lesson);
  expect(lesson.at).toBe(2);
});

test("a step back sets the table back, also over a new scene and in the middle of what others do", () => {
  const lesson = aLesson("barbecue");
  const scene = lesson.recorded.steps.findIndex((step, at) => at > 0 && step.scene);
  lesson.goTo(scene - 1);
  const before = lesson.store.position;
  lesson.next();
  expect(lesson.store.position).not.toEqual(before);
  lesson.back();
  expect([lesson.at, lesson.store.position]).toEqual([scene - 1, before]);
  const watched = lesson.recorded.steps.findIndex((step) => !step.ask && (step.then?.length ?? 0) > 1);
  lesson.goTo(watched);
  lesson.next();
  expect(lesson.playing).toBe(true);
  lesson.back();
  expect([lesson.at, lesson.playing]).toEqual([watched - 1, false]);
});

test("who is in a hurry sees at once what others do", () => {
  const lesson = aLesson("bratwurmeck");
  const watched = lesson.recorded.steps.findIndex((step) => !step.ask && step.then);
  lesson.goTo(watched);
  lesson.next();
  lesson.next();
  expect([lesson.at, lesson.playing]).toEqual([watched + 1, false]);
});

test("rules are found by words without accents and by their numbers", () => {
  const blocks = JSON.parse(readFileSync("src/learn/rules/ro/roll-and-keep.json", "utf8")) as Block[];
  const page = pageOf("roll-and-keep", blocks);
  expect(search([page], "rk-8").map((rule) => rule.rule)).toEqual(["RK-8"]);
  expect(search([page], "viermisor oricat").map((rule) => rule.rule)).toEqual(["RK-8"]);
  expect(search([page], "melc")).toEqual([]);
});

test("a rule's number leads to the page that has it", () => {
  expect(addressOf("RK-8", "barbecue")).toBe("#RK-8");
  expect(addressOf("BW-1.3", "barbecue")).toBe("/rules/bratwurmeck#BW-1.3");
});
