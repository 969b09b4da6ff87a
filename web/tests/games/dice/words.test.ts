import { expect, test } from "vitest";
import { riskOf } from "../../../src/games/dice/words";
import type { Plan } from "../../../src/games/dice/plan";
import type { TableFeed } from "../../../src/table/feed";

const risk = (kept: string, left: number, on = true) => riskOf({ kept, left } as Plan, { advisor: { on } } as TableFeed);

test("the risk on the button is that of this throw, and not of the turn that the coach speaks of", () => {
  expect(risk("W", 7)).toBe("this throw: as good as safe");
  expect(risk("123W", 3)).toBe("this throw: goes wrong 1 time in 3");
  expect(risk("123W", 3, false)).toBe("");
});
