// Works out the luck of a whole game again, and says what does not hold.
import { cardName } from "../games/material";
import { commitmentOf } from "./seeds";
import type { Frame } from "../wire/types";
import { CHAIN_LENGTH, Chain, draw, hashOf, roll, type Seed, Source } from "./mapping";
import { type FairRecord, type Proof, readable } from "./record";
import type { Seen } from "./witness";

/** Something that does not hold. Outcomes and seats are counted from 1, as people do. */
export type Finding =
  | { what: "unreadable" | "secret" | "no_secret" | "anchor_seen" }
  | { what: "link" | "no_link" | "link_seen"; outcome: number }
  | { what: "seed" | "seed_seen"; seat: number }
  | { what: "outcome" | "outcome_seen"; outcome: number; shown: string; due: string };

export interface Report {
  /** Outcomes that follow from the chain and the seeds. */
  checked: number;
  /** Those whose links are shown only when the game is over. */
  later: number;
  seeds: number;
  /** Seats that committed to a seed and did not show it. */
  withheld: number[];
  /** Outcomes that this browser saw while they happened, and that the record has in the same way. */
  witnessed: number;
  findings: Finding[];
}

/** A proof that is wrong throughout need not be told to the end. */
const MOST_FINDINGS = 12;
const FACES: Readonly<Record<string, string>> = { bratwurmeck: "12345W", barbecue: "12346W" };

/** One outcome of chance: what the record has, and what it has to be. */
interface Outcome {
  shown: string;
  due: (source: Source) => string;
}

export function check(record: FairRecord, frames: readonly Frame[], seen?: Seen): Report {
  const report: Report = { checked: 0, later: 0, seeds: 0, withheld: [], witnessed: 0, findings: [] };
  const proof = record.fairness;
  if (!proof || !readable(proof, record.players.length)) return { ...report, findings: [{ what: "unreadable" }] };
  checkSeeds(proof, report);
  const links = linksOf(record, proof, report);
  checkOutcomes(record, frames, proof, links, report);
  if (seen) compare(record, proof, links, seen, report);
  return { ...report, findings: report.findings.slice(0, MOST_FINDINGS) };
}

function checkSeeds(proof: Proof, report: Report): void {
  proof.seats.forEach((given, seat) => {
    if (given?.seed) report.seeds += 1;
    else if (given) report.withheld.push(seat);
    if (given?.seed && commitmentOf(given.seed) !== given.commitment) report.findings.push({ what: "seed", seat: seat + 1 });
  });
}

type Links = (outcome: number) => string | null;

/** The links that the anchor commits to, as far as they are shown. */
function linksOf(record: FairRecord, proof: Proof, report: Report): Links {
  const length = record.game in FACES ? CHAIN_LENGTH : 0;
  proof.links.forEach((link, place) => {
    const before = place === 0 ? proof.anchor : proof.links[place - 1];
    if (hashOf(link) !== before) report.findings.push({ what: "link", outcome: place + 1 });
  });
  if (proof.secret === null) return (outcome) => proof.links[outcome - 1] ?? null;
  const chain = new Chain(proof.secret, length);
  if (chain.anchor !== proof.anchor) report.findings.push({ what: "secret" });
  return (outcome) => chain.link(outcome);
}

function checkOutcomes(record: FairRecord, frames: readonly Frame[], proof: Proof, links: Links, report: Report): void {
  const seeds: Seed[] = proof.seats.map((given) => given?.seed ?? null);
  const open = record.game in FACES;
  let outcome = 0;
  for (const { shown, due } of open ? rolls(record) : draws(record, frames)) {
    outcome += 1;
    const link = links(outcome);
    if (link === null) {
      if (open && outcome <= CHAIN_LENGTH) report.findings.push({ what: "no_link", outcome });
      else report.later += 1;
      continue;
    }
    const expected = due(new Source(link, proof.game, outcome, seeds));
    if (shown === expected) report.checked += 1;
    else report.findings.push({ what: "outcome", outcome, shown, due: expected });
  }
  if (record.outcome && report.later > 0) report.findings.push({ what: "no_secret" });
}

function* rolls(record: FairRecord): Generator<Outcome> {
  for (const step of record.steps) {
    if (!step.startsWith("=")) continue;
    const shown = step.slice(1);
    yield { shown, due: (source) => roll(source, shown.length, FACES[record.game] ?? "") };
  }
}

const ascending = (a: number, b: number) => a - b;

/** Which cards and portions are where: only that says what could be drawn. */
class Stock {
  pile: number[];
  discard: number[] = [];
  unseen: number[];
  readonly layouts: number[][];

  constructor(setup: FairRecord["setup"]) {
    const { copies = 17, worm_cards = 25, portions = [16, 42], zeros = 3 } = setup as {
      copies?: number;
      worm_cards?: number;
      portions?: [number, number];
      zeros?: number;
    };
    this.pile = [1, 2, 3, 4, 5].flatMap((value) => Array<number>(copies).fill(value));
    for (let shield = 1; shield <= worm_cards; shield += 1) this.pile.push(5 + shield);
    this.unseen = Array<number>(zeros).fill(0);
    for (let portion = portions[0]; portion <= portions[1]; portion += 1) this.unseen.push(portion);
    this.layouts = Array.from({ length: setup.seats }, () => []);
  }

  /** What has to be drawn: the rest of the old pile comes first, and no number is drawn for it. */
  cards(source: Source, count: number): number[] {
    if (count <= this.pile.length) return draw(source, [...this.pile], count);
    const missing = draw(source, this.discard.toSorted(ascending), count - this.pile.length);
    return [...this.pile, ...missing].sort(ascending);
  }

  take(cards: number[]): void {
    if (cards.length > this.pile.length) {
      this.pile = [...this.pile, ...this.discard].sort(ascending);
      this.discard = [];
    }
    this.pile = without(this.pile, cards);
  }

  after(frame: Frame): void {
    for (const event of frame.events ?? []) {
      if (event.event === "CardsLaid") this.layouts[event.seat]?.push(...event.cards);
      else if (event.event === "LayoutDiscarded") this.#clear(event.seat);
      else if (event.event === "RoundEnded") this.layouts.forEach((_, seat) => this.#clear(seat));
    }
  }

  #clear(seat: number): void {
    this.discard.push(...(this.layouts[seat]?.splice(0) ?? []));
  }
}

function without(list: number[], things: number[]): number[] {
  const left = [...list];
  for (const thing of things) if (left.includes(thing)) left.splice(left.indexOf(thing), 1);
  return left;
}

const cardOf = (name: string) => (name.startsWith("W") ? 5 + Number(name.slice(1)) : Number(name));

function* draws(record: FairRecord, frames: readonly Frame[]): Generator<Outcome> {
  const stock = new Stock(record.setup);
  for (const frame of frames) {
    const [kind, ...things] = (record.steps[frame.step - 1] ?? "").split(" ");
    const shown = things.join(" ");
    // What is taken away is what the record shows: one wrong outcome does not make all that follow look wrong.
    if (kind === "=draw") {
      yield { shown, due: (source) => stock.cards(source, things.length).map(cardName).join(" ") };
      stock.take(things.map(cardOf));
    } else if (kind === "=grill") {
      yield { shown, due: (source) => draw(source, [...stock.unseen], things.length).join(" ") };
      stock.unseen = without(stock.unseen, things.map(Number));
    }
    stock.after(frame);
  }
}

/** Compare the record with what this browser saw while the game was played. */
function compare(record: FairRecord, proof: Proof, links: Links, seen: Seen, report: Report): void {
  const found = report.findings;
  if (seen.anchor !== proof.anchor) found.push({ what: "anchor_seen" });
  seen.seeds.forEach((seed, seat) => {
    if (seed && proof.seats[seat]?.seed !== seed) found.push({ what: "seed_seen", seat: seat + 1 });
  });
  if (seen.link && links(seen.outcome) !== seen.link) found.push({ what: "link_seen", outcome: seen.outcome });
  const shown = record.steps.filter((step) => step.startsWith("=")).map((step) => step.slice(1));
  for (const [outcome, dice] of seen.rolls) {
    const written = shown[outcome - 1] ?? "";
    if (written === dice) report.witnessed += 1;
    else found.push({ what: "outcome_seen", outcome, shown: written, due: dice });
  }
}
