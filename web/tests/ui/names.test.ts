import { expect, test } from "vitest";
import { nameLength, nameProblem } from "../../src/ui/names";

const ENGLAND = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";

test("characters that take space are counted, as the server does", () => {
  expect(["  Ann   Lee ", "Żółć", "👩‍👩‍👧‍👦", "☀️", "e\u0301\u0302", "1\ufe0f\u20e3", ENGLAND].map(nameLength)).toEqual([7, 4, 4, 1, 1, 1, 1]);
});

test("what cannot be seen, stacks of accents and names of bots are refused while one types", () => {
  expect(nameProblem("Ann")).toBe("");
  expect(nameProblem("👩‍👩‍👧‍👦 Żółć <b>")).toBe("");
  for (const emoji of ["1\ufe0f\u20e3", "#\ufe0f\u20e3*\u20e3", `Ann ${ENGLAND}`]) expect(nameProblem(emoji)).toBe("");
  const texas = ENGLAND.replace("\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}", "\u{e0075}\u{e0073}\u{e0074}\u{e0078}");
  const blanks = [..."\u{1d159}\u{1da7f}\u{1da80}\u{16fe4}\u{13441}\u{13442}\ufffc\u{e0100}"];
  for (const unseen of [texas, ENGLAND.slice(0, -2), "1\ufe0f", "A\ufe0f\u20e3", ...blanks]) expect(nameProblem(`Ann${unseen}`), unseen).toContain("can be seen");
  expect(nameProblem("An\u200bn")).toContain("can be seen");
  expect(nameProblem("x\u0301\u0302\u0303\u0304")).toContain("accents");
  expect(nameProblem("Bot: Ann")).toContain("for bots");
});
