import { describe, expect, it } from "vitest";
import { check, type Finding, type Report } from "../../src/fairness/check";
import type { FairRecord } from "../../src/fairness/record";
import { luck as barbecueLuck } from "../../src/games/barbecue/past";
import { luck as bratwurmeckLuck } from "../../src/games/bratwurmeck/past";
import { luck as karteneckLuck } from "../../src/games/karteneck/luck";
import { barbecue, bratwurmeck, changed, type FairGame, karteneck, vectors } from "../helpers/fairGames";
import { replaced } from "../helpers/replaced";

const LUCKS = { bratwurmeck: bratwurmeckLuck, barbecue: barbecueLuck, karteneck: karteneckLuck };

function checkGame(game: FairGame, record: FairRecord = game.record): Report {
  return check(record, game.frames, LUCKS[game.record.game as keyof typeof LUCKS]);
}

const findings = (record: FairRecord, game: FairGame): Finding[] => checkGame(game, record).findings;

describe("a whole game is worked out again", () => {
  it.each(vectors.games)("every outcome of $record.game", (game) => {
    const report = checkGame(game);
    expect(report).toEqual({ checked: game.outcomes, later: 0, unknown: 0, seeds: 2, withheld: [], witnessed: 0, findings: [] });
  });

  it.each([bratwurmeck, barbecue])("the links of $record.game as they are shown while it goes on", (game) => {
    const report = checkGame(game, changed(game, { secret: null, links: game.links }));
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
    const steps = replaced(karteneck.record.steps, place, "=draw W99");
    expect(findings(changed(karteneck, {}, steps), karteneck)[0]).toMatchObject({ what: "outcome", outcome, shown: "W99" });
  });

  it("a link that is none, and one that is missing", () => {
    const links = replaced(bratwurmeck.links, 2, "00".repeat(32));
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
    const seats = replaced(barbecue.record.fairness.seats, 0, {
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
