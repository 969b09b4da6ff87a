import { expect, test, vi } from "vitest";
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

test("going back to the same page does not begin it again", async () => {
  const { place } = await import("../src/route.svelte");
  place.go("/r/ABCDEFGHJKMNPQRSTVWX");
  const before = place.route;
  dispatchEvent(new PopStateEvent("popstate"));
  expect(place.route).toBe(before);
  place.mark("12");
  expect(location.hash).toBe("#12");
  dispatchEvent(new PopStateEvent("popstate"));
  expect(place.route).toBe(before);
  place.go("/r/ABCDEFGHJKMNPQRSTVWX#13");
  expect(place.route).not.toBe(before);
  place.go("/me");
  expect(place.route).toEqual({ page: "me" });
});

test("a static site has its paths after the sign #, with anchors of their own", async () => {
  document.head.innerHTML = '<meta name="heckmeck-site" content="static" />';
  vi.resetModules();
  const { place, shown, to } = await import("../src/route.svelte");
  expect(to("/rules/barbecue#RB-1")).toBe("#/rules/barbecue#RB-1");
  place.go("/t/~ABCDEFGH");
  expect(place.route).toEqual({ page: "table", code: "~ABCDEFGH" });
  expect(location.hash).toBe("#/t/~ABCDEFGH");
  place.go("/rules/barbecue#RB-1");
  expect(shown()).toEqual({ path: "/rules/barbecue", anchor: "RB-1" });
  document.head.innerHTML = "";
  location.hash = "";
  vi.resetModules();
});
