import { expect, test } from "vitest";
import { guarded, type Keep } from "../src/storage";

const forbidden = (): Keep => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

test("what is kept is there again", () => {
  const kept = new Map<string, string>();
  const storage = guarded(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }));
  storage.setItem("name", "Ann");
  expect(storage.getItem("name")).toBe("Ann");
  expect(kept.get("name")).toBe("Ann");
});

test.each([["forbidden", forbidden], ["missing", () => null]])("a storage that is %s is replaced as long as the page is open", (_, find) => {
  const storage = guarded(find);
  expect(storage.getItem("name")).toBeNull();
  storage.setItem("name", "Ann");
  expect(storage.getItem("name")).toBe("Ann");
});
