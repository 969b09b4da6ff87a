import { expect, test } from "vitest";
import { moveInWords } from "../../src/coach/moves";
import type { Position } from "../../src/wire/messages";
import { moduleOf } from "../helpers/games";

const said = (game: string, move: string, position: object = {}) => moveInWords(move, { module: moduleOf(game), position: position as Position });

test("moves are told as they stand on buttons", () => {
  expect(said("bratwurmeck", "keep 4", { rolled: "1144W" })).toBe("Keep 2\u00a0×\u00a04");
  expect(said("bratwurmeck", "stop")).toBe("Stop with nothing");
  expect(said("bratwurmeck", "take 25")).toBe("Take 25");
  expect(said("barbecue", "stop", { kept: "466WW" })).toBe("Stop at 26");
  expect(said("karteneck", "lay 2 2")).toBe("Lay 2 + 2");
  expect(said("karteneck", "lay W3 W9")).toBe("Lay 2 worms");
});

test("a game without words of its own has its moves in notation", () => {
  expect(said("hopscotch", "hop 3")).toBe("hop 3");
});

test("worm cards are alike, other cards are not", () => {
  const { coach } = moduleOf("karteneck");
  const pairs = [["lay W3 W9", "lay W1 W2"], ["lay W3", "lay W1 W2"], ["lay 3", "lay 4"], ["out", "out steal"]] as const;
  expect(pairs.map(([one, other]) => coach?.alike(one, other))).toEqual([true, false, false, false]);
});
