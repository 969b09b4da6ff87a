import { describe, expect, it } from "vitest";
import { check, type Finding } from "../src/fairness/check";
import { CHAIN_LENGTH, Chain, Source } from "../src/fairness/mapping";
import type { FairRecord, Proof } from "../src/fairness/record";
import { type Seen, seenGames, witness } from "../src/fairness/witness";
import type { Frame } from "../src/wire/types";
import written from "./fairness.json";
import { aTable, happened, memory } from "./kit";

interface Game {
  record: FairRecord & { fairness: Proof };
  outcomes: number;
  links: string[];
  frames: Frame[];
}
const vectors = written as unknown as Omit<typeof written, "games"> & { games: Game[] };
const [bratwurmeck, barbecue, karteneck] = vectors.games as [Game, Game, Game];

/** The same game with something changed, by hand as a cheat would. */
function changed(game: Game, proof: Partial<Proof>, steps = game.record.steps): FairRecord {
  return { ...game.record, steps, fairness: { ...game.record.fairness, ...proof } };
}

const findings = (record: FairRecord, game: Game, seen?: Seen): Finding[] => check(record, game.frames, seen).findings;

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

  it.each(vectors.games)("every outcome of $record.game", (game) => {
    const report = check(game.record, game.frames);
    expect(report).toEqual({ checked: game.outcomes, later: 0, seeds: 2, withheld: [], witnessed: 0, findings: [] });
  });

  it.each([bratwurmeck, barbecue])("the links of $record.game as they are shown while it goes on", (game) => {
    const report = check(changed(game, { secret: null, links: game.links }), game.frames);
    expect(report).toMatchObject({ checked: game.outcomes, findings: [] });
  });
});

describe("a record that was tampered with is caught", () => {
  const places = bratwurmeck.record.steps.flatMap((step, place) => (step.startsWith("=") ? [place] : []));

  it("a roll that was improved", () => {
    const steps = [...bratwurmeck.record.steps];
    const was = steps[places[4] ?? 0] ?? "";
    steps[places[4] ?? 0] = `=${"W".repeat(was.length - 1)}`;
    expect(findings(changed(bratwurmeck, {}, steps), bratwurmeck)).toEqual([
      { what: "outcome", outcome: 5, shown: "W".repeat(was.length - 1), due: was.slice(1) },
    ]);
  });

  it("a card that was improved, and nothing but this card", () => {
    const place = karteneck.record.steps.findIndex((step) => step.startsWith("=draw") && step.split(" ").length === 2);
    const outcome = karteneck.record.steps.slice(0, place + 1).filter((step) => step.startsWith("=")).length;
    const steps = karteneck.record.steps.with(place, "=draw W99");
    expect(findings(changed(karteneck, {}, steps), karteneck)[0]).toMatchObject({ what: "outcome", outcome, shown: "W99" });
  });

  it("a link that is none, and one that is missing", () => {
    const links = bratwurmeck.links.with(2, "00".repeat(32));
    const found = findings(changed(bratwurmeck, { secret: null, links }), bratwurmeck);
    expect(found.map(({ what }) => what)).toEqual(["link", "link", "outcome"]);
    expect(found[0]).toEqual({ what: "link", outcome: 3 });
    const short = bratwurmeck.links.slice(0, -1);
    expect(findings(changed(bratwurmeck, { secret: null, links: short }), bratwurmeck)).toEqual([
      { what: "no_link", outcome: bratwurmeck.outcomes },
    ]);
  });

  it("another secret, another anchor, none where it has to be shown", () => {
    expect(findings(changed(barbecue, { secret: "11".repeat(32) }), barbecue)[0]).toEqual({ what: "secret" });
    expect(findings(changed(karteneck, { anchor: "22".repeat(32) }), karteneck)).toEqual([{ what: "secret" }]);
    expect(findings(changed(karteneck, { secret: null }), karteneck)).toEqual([{ what: "no_secret" }]);
  });

  it("a seed that was exchanged afterwards", () => {
    const seats = barbecue.record.fairness.seats.with(0, {
      commitment: barbecue.record.fairness.seats[0]?.commitment ?? "",
      seed: "ab".repeat(16),
    });
    expect(findings(changed(barbecue, { seats }), barbecue)[0]).toEqual({ what: "seed", seat: 1 });
  });

  it("a proof that cannot be read", () => {
    expect(findings(changed(barbecue, { anchor: "short" }), barbecue)).toEqual([{ what: "unreadable" }]);
    expect(findings(changed(barbecue, { seats: [] }), barbecue)).toEqual([{ what: "unreadable" }]);
  });
});

describe("what the browser saw", () => {
  const proof = bratwurmeck.record.fairness;
  const dice = (bratwurmeck.record.steps[0] ?? "").slice(1);
  const table = aTable({ code: "QWERTZUP", number: 3, phase: "seeding", anchor: proof.anchor });
  const seeds = proof.seats.map((seat) => seat?.seed ?? null);

  function watched(): Seen {
    const storage = memory();
    witness(table, storage);
    const events = [{ event: "DiceRolled" as const, seat: 0, dice }];
    const first = happened(2, { outcome: 1, links: bratwurmeck.links.slice(0, 1), events });
    witness({ ...table, phase: "playing", seeds }, storage, first);
    return seenGames(storage)[0] as Seen;
  }

  it("is the anchor before the seeds, the seeds, and every roll with its link", () => {
    const expected = { game: "QWERTZUP/3", anchor: proof.anchor, seeds, outcome: 1, link: bratwurmeck.links[0], rolls: [[1, dice]] };
    expect(watched()).toEqual(expected);
    expect(check(bratwurmeck.record, [], watched())).toMatchObject({ witnessed: 1, findings: [] });
  });

  it("is held against the record", () => {
    const seen = watched();
    const lies: Seen = { ...seen, anchor: "33".repeat(32), seeds: ["44".repeat(16)], link: "55".repeat(32), rolls: [[1, "11"]] };
    expect(findings(bratwurmeck.record, bratwurmeck, lies).map(({ what }) => what)).toEqual([
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
