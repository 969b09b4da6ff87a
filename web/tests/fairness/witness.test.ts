import { describe, expect, it } from "vitest";
import { check } from "../../src/fairness/check";
import { type Seen, seenGames, witness } from "../../src/fairness/witness";
import { luck } from "../../src/games/bratwurmeck/past";
import { bratwurmeck } from "../helpers/fairGames";
import { aTable, happened, memory } from "../helpers/tables";

describe("what the browser saw", () => {
  const proof = bratwurmeck.record.fairness;
  const dice = (bratwurmeck.record.steps[0] ?? "").slice(1);
  const table = aTable({ code: "QWERTZUP", number: 3, phase: "seeding", anchor: proof.anchor });
  const seeds = proof.seats.map((seat) => seat?.seed ?? null);

  function watched(): Seen {
    const storage = memory();
    witness(table, storage);
    const first = happened(2, { outcome: 1, links: bratwurmeck.links.slice(0, 1) });
    witness({ ...table, phase: "playing", seeds }, storage, { entry: first, outcomes: [dice] });
    return seenGames(storage)[0] as Seen;
  }

  it("is the anchor before the seeds, the seeds, and every roll with its link", () => {
    const expected = { game: "QWERTZUP/3", anchor: proof.anchor, seeds, outcome: 1, link: bratwurmeck.links[0], rolls: [[1, dice]] };
    expect(watched()).toEqual(expected);
    expect(check(bratwurmeck.record, [], luck, { seen: watched() })).toMatchObject({ witnessed: 1, findings: [] });
  });

  it("is held against the record", () => {
    const seen = watched();
    const lies: Seen = { ...seen, anchor: "33".repeat(32), seeds: ["44".repeat(16)], link: "55".repeat(32), rolls: [[1, "11"]] };
    expect(check(bratwurmeck.record, [], luck, { seen: lies }).findings.map(({ what }) => what)).toEqual([
      "anchor_seen", "seed_seen", "link_seen", "outcome_seen",
    ]);
  });

  it("does not change when it is told otherwise later", () => {
    const storage = memory();
    witness(table, storage);
    witness({ ...table, anchor: "66".repeat(32) }, storage);
    expect(seenGames(storage).map(({ anchor }) => anchor)).toEqual([proof.anchor]);
  });
});
