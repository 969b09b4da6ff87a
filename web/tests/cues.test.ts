import { expect, test } from "vitest";
import { cuesOf } from "../src/sound/cues";
import { RECIPES } from "../src/sound/recipes";
import type { GameEvent } from "../src/wire/messages";
import { happened } from "./kit";

const quiet = { mine: [0], turnBegins: false };
const entry = (...events: GameEvent[]) => happened(1, { events });

test("a theft is heard before the next roll", () => {
  const events = entry(
    { event: "PortionStolen", seat: 1, portion: 25, victim: 0 },
    { event: "DiceRolled", seat: 0, dice: "11244WWW" },
  );
  expect(cuesOf(events, { mine: [0], turnBegins: true })).toEqual(["steal", "roll", "turn"]);
});

test("what happens twice in one entry is heard once", () => {
  const served = { event: "PortionServed" as const, seat: 0, portion: 20, total: 21 };
  expect(cuesOf(entry(served, { ...served, seat: 1 }), quiet)).toEqual(["take"]);
});

test("a win sounds like one only to the winner", () => {
  const ended = { reason: "grill_empty", scores: [3, 1], ranking: [[0], [1]], winners: [0], secret: "00" };
  expect(cuesOf(happened(1, { ended }), { mine: [0], turnBegins: false })).toEqual(["win"]);
  expect(cuesOf(happened(1, { ended }), { mine: [1], turnBegins: false })).toEqual(["end"]);
});

test("people who come and go, and what a newer server tells, make no sound", () => {
  expect(cuesOf(happened(1, { what: "sat" }), quiet)).toEqual([]);
  expect(cuesOf(entry({ event: "WormEscaped" } as unknown as GameEvent), quiet)).toEqual([]);
});

/** Collects when whatever a recipe makes begins and ends. */
function listen(make: (typeof RECIPES)["roll"]["make"]) {
  const starts: number[] = [];
  const ends: number[] = [];
  const dial = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime: (_: number, end: number) => ends.push(end) };
  const node = () => ({
    gain: dial, frequency: { ...dial, exponentialRampToValueAtTime() {} }, Q: dial,
    connect: (next: unknown) => next, start: (at: number) => starts.push(at), stop() {},
  });
  const context = {
    sampleRate: 8000, createGain: node, createOscillator: node, createBufferSource: node, createBiquadFilter: node,
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
  };
  make({ context: context as unknown as BaseAudioContext, out: node() as unknown as AudioNode, at: 10 });
  return { starts, end: Math.max(...ends) };
}

for (const [cue, { seconds, make }] of Object.entries(RECIPES)) {
  test(`${cue} is short, and over when the next sound may begin`, () => {
    const { starts, end } = listen(make);
    expect(starts.length).toBeGreaterThan(0);
    expect(Math.min(...starts)).toBeGreaterThanOrEqual(10);
    expect(end).toBeLessThanOrEqual(10 + seconds + 0.05);
    expect(seconds).toBeLessThan(1);
  });
}
