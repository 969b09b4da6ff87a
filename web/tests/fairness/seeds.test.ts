import { expect, test } from "vitest";
import { commitmentOf } from "../../src/fairness/seeds";

test("commitments are made as docs/fairness.md says", () => {
  expect(commitmentOf("000102030405060708090a0b0c0d0e0f")).toBe(
    "75f2cd1c4cadad829e8583f70fec244f487d23bc030a1e5d61f41f5088aebafe",
  );
});
