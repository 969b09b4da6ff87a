import { describe, expect, it } from "vitest";
import { check } from "../../src/fairness/check";
import { genericLuck } from "../../src/fairness/luck";
import { CHAIN_LENGTH, Chain, choose, Source } from "../../src/fairness/mapping";
import type { FairRecord, Proof } from "../../src/fairness/record";
import { commitmentOf } from "../../src/fairness/seeds";
import { type Seen, seenGames, witness } from "../../src/fairness/witness";
import type { ChanceNode, Frame } from "../../src/wire/types";
import { vectors } from "../helpers/fairGames";
import { moduleOf } from "../helpers/games";
import { aTable, happened, memory } from "../helpers/tables";
import { replaced } from "../helpers/replaced";

const FACES = ["=1", "=2", "=3", "=4", "=5", "=6"].map((face): [string, number] => [face, 1]);
const ROLLS = 12;

/** A game of one die, each outcome as the chain and the seeds have it. */
function aGame(length: number): { record: FairRecord & { fairness: Proof }; frames: Frame[]; chain: Chain } {
  const chain = new Chain(vectors.secret, length);
  const roll = (outcome: number) => choose(new Source(chain.link(outcome), vectors.game, outcome, vectors.seeds), FACES);
  const rolls = Array.from({ length: ROLLS }, (_, place) => roll(place + 1));
  const seats = vectors.seeds.map((seed) => (seed ? { commitment: commitmentOf(seed), seed } : null));
  const fairness: Proof = { format: "heckmeck-fairness/1", game: vectors.game, anchor: chain.anchor, seats, links: [], secret: vectors.secret };
  const steps = rolls.flatMap((outcome) => [outcome, "hold"]);
  const frames = rolls.map((outcome, place) => ({ step: 2 * place + 1, chance: [{ outcome, weights: FACES }] as ChanceNode[] }));
  const outcome = { reason: "over", scores: [1, 2, 3], winners: [2] };
  const record = { game: "die", setup: { seats: 3 }, players: ["Ann", "Bo", "Cleo"], steps, outcome, fairness };
  return { record, frames: frames as unknown as Frame[], chain };
}

describe("the luck of a game without a mapping of its own", () => {
  it.each([CHAIN_LENGTH, 0])("follows from the weights, with a chain of %i links", (length) => {
    const { record, frames } = aGame(length);
    expect(check(record, frames, genericLuck)).toMatchObject({ checked: ROLLS, later: 0, findings: [] });
  });

  it("is checked by the links that were shown while the game went on", () => {
    const { record, frames, chain } = aGame(CHAIN_LENGTH);
    const links = Array.from({ length: ROLLS }, (_, place) => chain.link(place + 1));
    const going = { ...record, outcome: null, fairness: { ...record.fairness, secret: null, links } };
    expect(check(going, frames, genericLuck)).toMatchObject({ checked: ROLLS, findings: [] });
    const improved = { ...going, steps: replaced(going.steps, 4, "=0") };
    expect(check(improved, frames, genericLuck).findings).toMatchObject([{ what: "outcome", outcome: 3, shown: "0" }]);
  });

  it("is neither fair nor unfair where weights are not shown", () => {
    const { record, frames } = aGame(0);
    expect(check(record, [], genericLuck)).toMatchObject({ checked: 0, unknown: ROLLS, findings: [] });
    expect(check(record, frames.slice(1), genericLuck)).toMatchObject({ checked: 0, unknown: ROLLS, findings: [] });
  });

  it("is found out where the secret is another", () => {
    const { record, frames } = aGame(CHAIN_LENGTH);
    const lie = { ...record, fairness: { ...record.fairness, secret: "11".repeat(32) } };
    expect(check(lie, frames, genericLuck).findings[0]).toEqual({ what: "secret" });
  });

  it("is remembered as it was seen, and held against the record", () => {
    const { record, frames, chain } = aGame(CHAIN_LENGTH);
    const storage = memory();
    const table = aTable({ code: "QWERTZUP", number: 3, phase: "seeding", anchor: chain.anchor, seeds: vectors.seeds });
    witness(table, storage);
    const entry = { ...happened(2, { outcome: 1, links: [chain.link(1)] }), chance: [{ outcome: record.steps[0] ?? "", weights: FACES }] };
    witness({ ...table, phase: "playing" }, storage, { entry, outcomes: moduleOf("die").outcomesIn(entry) });
    const seen = seenGames(storage)[0] as Seen;
    expect(seen.rolls).toEqual([[1, record.steps[0]?.slice(1)]]);
    expect(check(record, frames, genericLuck, { seen })).toMatchObject({ witnessed: 1, findings: [] });
  });
});
