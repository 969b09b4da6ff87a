import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHARACTERS } from "../../src/ui/art/characters";

const FOLDER = "src/art";
const drawings = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, "utf8")] as const);

test("every character has a portrait", () => {
  for (const name of CHARACTERS) expect(existsSync(`${FOLDER}/portrait-${name}.svg`)).toBe(true);
});

test("drawings are complete: whatever they refer to is in them, and every number is one", () => {
  for (const [name, drawing] of drawings) {
    for (const [, id] of drawing.matchAll(/(?:href="#|url\(#)([^")]+)/g)) expect(drawing, `${name}: #${id}`).toContain(`id="${id}"`);
    expect(drawing, name).not.toMatch(/NaN|undefined|\de-\d/);
  }
});

test("drawings need no filters, styles or scripts, and are small", () => {
  for (const [name, drawing] of drawings) {
    expect(drawing, name).not.toMatch(/<filter|<style|<script|style=/);
    expect(drawing.length, name).toBeLessThan(12_500);
  }
});
