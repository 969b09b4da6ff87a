import { expect, test } from "vitest";
import { commitmentOf, Seeds, unheard } from "../../src/fairness/seeds";
import { memory } from "../helpers/tables";

test("commitments are made as docs/fairness.md says", () => {
  expect(commitmentOf("000102030405060708090a0b0c0d0e0f")).toBe(
    "75f2cd1c4cadad829e8583f70fec244f487d23bc030a1e5d61f41f5088aebafe",
  );
});

test("a seed that was sent and does not count is noticed, also by a page that is loaded again", () => {
  const storage = memory();
  const seeds = new Seeds(storage);
  const [sent, kept] = [seeds.commit(), seeds.commit()];
  const seed = seeds.reveal(sent) ?? "";
  const later = new Seeds(storage);
  const none = [{ commitment: sent, seed: null }, { commitment: kept, seed: null }, { commitment: "00".repeat(32), seed: null }, null];
  expect(unheard(none, later)).toEqual([0]);
  expect(unheard([{ commitment: sent, seed }], later)).toEqual([]);
});
