import { expect, test } from "vitest";
import { RECIPES } from "../../src/sound/recipes";

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
