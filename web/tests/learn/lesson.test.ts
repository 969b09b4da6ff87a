import { expect, test } from "vitest";
import { TAUGHT } from "../../src/games/registry";
import { Lesson, type Recorded } from "../../src/learn/lesson.svelte";
import type { LessonModule } from "../../src/table/gameModule";
import { moduleOf } from "../helpers/games";

const lessons = new Map<string, LessonModule>();
for (const { name, learning } of TAUGHT) if (learning) lessons.set(name, await learning.lesson());

function aLesson(game: string, at = 0): Lesson {
  const recorded = lessons.get(game)?.recorded as Recorded;
  return new Lesson(recorded, { module: moduleOf(game), show: (update) => update(), name: "Ann", pace: () => 0, at });
}
/** The answer to a move comes after the press. */
const answered = () => new Promise((done) => setTimeout(done));

async function happened(lesson: Lesson) {
  do await answered();
  while (lesson.playing);
}

for (const [game, { words }] of lessons) {
  test(`the lesson of ${game} can be played to its end by its own moves`, async () => {
    const lesson = aLesson(game);
    for (let at = 0; at < lesson.recorded.steps.length - 1; at += 1) {
      expect(lesson.at).toBe(at);
      if (lesson.step.ask) {
        expect(lesson.feed.myTurn).toBe(true);
        lesson.feed.move(lesson.step.ask);
      } else {
        lesson.next();
      }
      await happened(lesson);
    }
    expect(lesson.last).toBe(true);
    expect(lesson.feed.table?.phase).toBe("over");
    expect(lesson.feed.table?.seats[0]?.name).toBe("Ann");
  });

  test(`the tutor of ${game} has something to say in every step, and to every other move`, () => {
    const lesson = aLesson(game);
    lesson.recorded.steps.forEach((step, at) => {
      lesson.goTo(at);
      expect(words[step.words]?.text(), step.words).toBeTruthy();
      const position = lesson.feed.position;
      const layable = position && "layable" in position ? position.layable.length : 0;
      if (step.ask && (position?.moves.length ?? 0) + layable > 1) expect(words[step.words]?.hint?.(), step.words).toBeTruthy();
    });
  });
}

test("another move is answered by a hint and changes nothing", async () => {
  const lesson = aLesson("bratwurmeck", 1);
  const { position } = lesson.feed;
  lesson.feed.move("keep 5");
  await happened(lesson);
  expect([lesson.at, lesson.missed, lesson.feed.moving]).toEqual([1, 1, null]);
  expect(lesson.feed.position).toBe(position);
  lesson.feed.move("keep 4");
  await happened(lesson);
  expect([lesson.at, lesson.missed]).toEqual([2, 0]);
});

test("a player who moves before reading on is not held up", async () => {
  const lesson = aLesson("bratwurmeck");
  lesson.feed.move("keep 4");
  await happened(lesson);
  expect(lesson.at).toBe(2);
});

test("a step back sets the table back, also over a new scene and in the middle of what others do", () => {
  const lesson = aLesson("barbecue");
  const scene = lesson.recorded.steps.findIndex((step, at) => at > 0 && step.scene);
  lesson.goTo(scene - 1);
  const before = lesson.feed.position;
  lesson.next();
  expect(lesson.feed.position).not.toEqual(before);
  lesson.back();
  expect([lesson.at, lesson.feed.position]).toEqual([scene - 1, before]);
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
