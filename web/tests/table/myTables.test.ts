import { expect, it } from "vitest";
import { forget, remember, remembered } from "../../src/table/myTables";
import { memory } from "../helpers/tables";

it("remembers tables, the latest first, and forgets those that are gone", () => {
  const storage = memory();
  remember({ code: "AAAAAAAA" }, storage, 1);
  remember({ code: "BBBBBBBB" }, storage, 2);
  remember({ code: "AAAAAAAA" }, storage, 3);
  expect(remembered(storage)).toEqual([{ code: "AAAAAAAA", at: 3 }, { code: "BBBBBBBB", at: 2 }]);
  forget("AAAAAAAA", storage);
  expect(remembered(storage)).toEqual([{ code: "BBBBBBBB", at: 2 }]);
});
