import { expect, test } from "vitest";
import { routeOf } from "../src/route.svelte";

test.each(["/t/%zz", "/t/%", "/t/%zz/games/1", "/r/%zz", "/r/", "/t/", "/nowhere"])("%s leads to nothing, and says so", (path) => {
  expect(routeOf(path)).toEqual({ page: "not_found" });
});

test("codes are read as browsers write them", () => {
  expect(routeOf("/t/AB%20CD")).toEqual({ page: "table", code: "AB CD" });
  expect(routeOf("/t/ABCDEFGH/games/2")).toEqual({ page: "replay", code: "ABCDEFGH", number: 2 });
  expect(routeOf("/r/ABCDEFGHJKMNPQRSTVWX")).toEqual({ page: "record", record: "ABCDEFGHJKMNPQRSTVWX" });
});

test("a code that links a device is read from its path", () => {
  expect(routeOf("/link/ABCDEFGHJK")).toEqual({ page: "link", code: "ABCDEFGHJK" });
  for (const path of ["/link", "/link/"]) expect(routeOf(path)).toEqual({ page: "link", code: "" });
  expect(routeOf("/link/AB/CD")).toEqual({ page: "not_found" });
});
