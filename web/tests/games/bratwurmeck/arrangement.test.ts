import { expect, test } from "vitest";
import { arrange } from "../../../src/games/bratwurmeck/arrangement";

test("portions stand in two rows on a wide grill, in four on a high one, and lie where that is larger", () => {
  expect(arrange(16, 840, 240)).toMatchObject({ columns: 8, lying: false });
  expect(arrange(16, 350, 520)).toMatchObject({ columns: 4, lying: false });
  expect(arrange(16, 340, 200)).toMatchObject({ columns: 4, lying: true });
  // Above the controls of a replay.
  expect(arrange(16, 840, 110)).toMatchObject({ columns: 8, lying: true });
});

test("they fit into their room", () => {
  for (const [width, height] of [[840, 240], [350, 520], [340, 200], [1400, 460], [840, 110]] as const) {
    const { columns, lying, width: wide } = arrange(16, width, height);
    const high = wide * (lying ? 50 / 82 : 90 / 60);
    expect(columns * wide).toBeLessThanOrEqual(width);
    expect(Math.ceil(16 / columns) * high).toBeLessThanOrEqual(height);
  }
  expect(arrange(16, 0, 0).width).toBe(0);
});
