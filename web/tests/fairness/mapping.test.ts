import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CHAIN_LENGTH, Chain, choose, Source } from "../../src/fairness/mapping";
import { vectors } from "../helpers/fairGames";

describe("the mapping is that of the server", () => {
  it.each(Object.entries(vectors.links))("link %s", (number, link) => {
    expect(new Chain(vectors.secret, CHAIN_LENGTH).link(Number(number))).toBe(link);
  });

  it("anchor, and links where nothing is shown before the end", () => {
    expect(new Chain(vectors.secret, CHAIN_LENGTH).anchor).toBe(vectors.anchor);
    const hidden = Object.entries(vectors.hidden_links);
    expect(hidden.map(([number]) => new Chain(vectors.secret, 0).link(Number(number)))).toEqual(hidden.map(([, link]) => link));
  });

  it("numbers, also those for which words are skipped", () => {
    const source = new Source(vectors.links["1"], vectors.game, 1, vectors.seeds);
    expect(vectors.numbers.map(([size]) => source.below(size ?? 1))).toEqual(vectors.numbers.map(([, number]) => number));
  });
});

describe("the generic mapping", () => {
  const DICE = ["=1", "=2", "=3", "=4", "=5", "=6"].map((face): [string, number] => [face, 1]);
  const source = (outcome: number) => new Source(vectors.links["1"], vectors.game, outcome, vectors.seeds);

  it("takes the first outcome whose cumulative weight exceeds the number", () => {
    const weights: [string, number][] = [["a", 2], ["b", 0], ["c", 3], ["d", 1]];
    for (let outcome = 1; outcome <= 60; outcome += 1) {
      const number = source(outcome).below(6);
      expect(choose(source(outcome), weights)).toBe(["a", "a", "c", "c", "c", "d"][number]);
    }
  });

  it("draws one number below the total weight, as the server does", () => {
    // Worked out by hand: HMAC-SHA256 with the link over "heckmeck-fairness/1 <game> <outcome> 0 <seeds>", first word.
    const message = (outcome: number) => `heckmeck-fairness/1 ${vectors.game} ${outcome} 0 ${vectors.seeds.map((seed) => seed ?? "-").join(" ")}`;
    const word = (outcome: number) => createHmac("sha256", Buffer.from(vectors.links["1"], "hex")).update(message(outcome)).digest().readUInt32BE();
    for (let outcome = 1; outcome <= 20; outcome += 1) {
      expect(choose(source(outcome), DICE)).toBe(`=${1 + (word(outcome) % 6)}`);
    }
  });

  it.each(vectors.weights)("draws from the weights $weights what the server draws", ({ weights, places }) => {
    const chain = new Chain(vectors.secret, CHAIN_LENGTH);
    const named = weights.map((weight, place): [string, number] => [String(place), weight]);
    const drawn = places.map((_, place) => choose(new Source(chain.link(place + 1), vectors.game, place + 1, vectors.seeds), named));
    expect(drawn).toEqual(places.map(String));
  });

  it("knows no fair number for weights that make none", () => {
    expect(() => choose(source(1), [])).toThrow(RangeError);
    expect(() => choose(source(1), [["a", 2 ** 33]])).toThrow(RangeError);
  });
});
