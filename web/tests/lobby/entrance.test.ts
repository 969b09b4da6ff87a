import { beforeEach, expect, test, vi } from "vitest";
import { Entrance } from "../../src/lobby/entrance.svelte";
import { place } from "../../src/route.svelte";
import { Problem } from "../../src/wire/http";

const go = vi.spyOn(place, "go").mockImplementation(() => undefined);
beforeEach(() => go.mockClear());

/** An entrance whose tables are opened, or refused, when the test says so. */
function slow() {
  const attempts: { opened: (path: string) => void; refused: (error: Error) => void; signal: AbortSignal }[] = [];
  const entrance = new Entrance<string>((_, __, signal) => new Promise((opened, refused) => attempts.push({ opened, refused, signal })));
  return { entrance, attempts };
}

test("a game is entered once its table is open", async () => {
  const { entrance, attempts } = slow();
  const entering = entrance.enter("barbecue", "Ann");
  expect(entrance.busy).toBe(true);
  attempts[0]?.opened("/t/A");
  await entering;
  expect(go).toHaveBeenCalledExactlyOnceWith("/t/A");
  expect(entrance.busy).toBe(false);
});

test("a game that was cancelled is not entered later, and may be entered anew", async () => {
  const { entrance, attempts } = slow();
  const first = entrance.enter("barbecue", "Ann");
  entrance.cancel();
  expect([entrance.busy, attempts[0]?.signal.aborted]).toEqual([false, true]);
  const second = entrance.enter("karteneck", "Ann");
  attempts[0]?.opened("/t/A");
  await first;
  expect(go).not.toHaveBeenCalled();
  expect(entrance.busy).toBe(true);
  attempts[1]?.opened("/t/B");
  await second;
  expect(go).toHaveBeenCalledExactlyOnceWith("/t/B");
});

test("why a cancelled game failed is said to nobody", async () => {
  const { entrance, attempts } = slow();
  const entering = entrance.enter("barbecue", "Ann");
  entrance.cancel();
  attempts[0]?.refused(new Problem("bad_name", "no", 400));
  await entering;
  expect([entrance.wanted, entrance.problemOf("barbecue")]).toEqual([null, ""]);
});
