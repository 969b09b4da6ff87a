import { expect, test } from "vitest";
import { answerFirstTime, asksFirstTime } from "../../src/lobby/firstTime";
import { chooseOpposition, oppositionIn } from "../../src/lobby/opposition";
import type { GameInfo, Strength } from "../../src/wire/http";

const game: GameInfo = {
  name: "barbecue", title: "Barbecue", seats: [2, 5], unit: "points",
  bots: [{ name: "cautious", strength: "easy" }, { name: "greedy", strength: "strong" }],
};

test("what was chosen last is remembered for each game, within what it offers", () => {
  expect(oppositionIn(game)).toEqual({ count: 2, level: "mixed" });
  chooseOpposition("barbecue", { count: 6, level: "strong" });
  expect(oppositionIn(game)).toEqual({ count: 4, level: "strong" });
  expect(oppositionIn({ ...game, bots: game.bots.slice(0, 1) }).level).toBe("easy");
  expect(oppositionIn({ ...game, name: "karteneck" })).toEqual({ count: 2, level: "mixed" });
});

test("a level that earlier versions offered becomes the nearest one", () => {
  const levels: GameInfo = {
    ...game, name: "bratwurmeck",
    bots: [
      { name: "random", strength: "beginner" }, { name: "easy", strength: "easy", level: true },
      { name: "hard", strength: "strong", level: true }, { name: "champion", strength: "champion", level: true },
    ],
  };
  const remembered = (stored: string) => {
    chooseOpposition("bratwurmeck", { count: 1, level: stored as Strength });
    return oppositionIn(levels).level;
  };
  expect(["beginner", "easy", "strong", "champion", "mixed", "nonsense"].map(remembered)).toEqual(["easy", "easy", "strong", "champion", "mixed", "mixed"]);
});

test("newcomers are asked once and begin with gentle bots", () => {
  answerFirstTime("barbecue", true);
  expect(asksFirstTime()).toBe(false);
  expect(oppositionIn(game)).toEqual({ count: 2, level: "easy" });
});
