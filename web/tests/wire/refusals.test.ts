import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KNOWN as OF_RECORDS } from "../../src/archive/recordErrors";
import { knownCodes, problemInWords } from "../../src/wire/refusals";
import "../../src/archive/copyRefusals";
import "../../src/table/moveRefusals";

/** The codes that docs/protocol.md lists; a test of the server holds them to be all that it has. */
function codes(): string[] {
  const page = readFileSync("../docs/protocol.md", "utf8");
  const section = page.split("\n## Refusals\n")[1]?.split("\n## ")[0] ?? "";
  const cells = [...section.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code ?? ""));
}

test("every refusal of the server has words of ours", () => {
  expect(codes().length).toBeGreaterThan(50);
  const known = new Set([...knownCodes(), ...OF_RECORDS].filter((code) => code !== "unreachable"));
  expect([...known].sort()).toEqual(codes().sort());
});

test("what nobody has words for is told as the server says it", () => {
  expect(problemInWords({ code: "brand_new", message: "The moon is out." })).toBe("The moon is out.");
  expect(problemInWords({ code: "http_404", message: "Not Found" })).toContain("Load it again");
});
