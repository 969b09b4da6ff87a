// Computes the luck of a whole game again, and reports what does not match.
import type { Frame } from "../wire/types";
import type { Luck } from "./luck";
import { CHAIN_LENGTH, Chain, hashOf, type Seed, Source } from "./mapping";
import { chanceSteps } from "./outcomes";
import { type FairRecord, type Proof, readable } from "./record";
import { commitmentOf, type Seeds, unheard } from "./seeds";
import type { Seen } from "./witness";

/** Something that does not match. Outcomes and seats are counted from 1, as people do. */
export type Finding =
  | { what: "unreadable" | "secret" | "no_secret" | "anchor_seen" }
  | { what: "link" | "no_link" | "link_seen"; outcome: number }
  | { what: "seed" | "seed_seen" | "seed_unheard"; seat: number }
  | { what: "outcome" | "outcome_seen"; outcome: number; shown: string; due: string };

export interface Report {
  /** Outcomes that follow from the chain and the seeds. */
  checked: number;
  /** Outcomes whose links are shown only when the game is over. */
  later: number;
  /** Outcomes that cannot be computed here, because the game is unknown and its weights are not shown. */
  unknown: number;
  seeds: number;
  /** Seats that committed to a seed and did not show it. */
  withheld: number[];
  /** Outcomes that this browser saw live and that are the same in the record. */
  witnessed: number;
  findings: Finding[];
}

/** Maximum number of findings that are reported: a proof that is wrong throughout need not be listed completely. */
const MOST_FINDINGS = 12;

/** What this device knows about a game from its own memory. */
export interface Memory {
  seen?: Seen | undefined;
  seeds?: Seeds | undefined;
}

/** Check a record by its game's luck; the frames of its replay say what could happen in each step. */
export function check(record: FairRecord, frames: readonly Frame[], luck: Luck, { seen, seeds }: Memory = {}): Report {
  const report: Report = { checked: 0, later: 0, unknown: 0, seeds: 0, withheld: [], witnessed: 0, findings: [] };
  const proof = record.fairness;
  if (!proof || !readable(proof, record.players.length)) return { ...report, findings: [{ what: "unreadable" }] };
  checkSeeds(proof, report);
  const open = luck.open ?? isOpen(proof);
  const links = linksOf(proof, open, report);
  checkOutcomes({ record, frames, luck, proof, open, links }, report);
  if (seen) compare(record, proof, links, seen, report);
  if (seeds) report.findings.push(...unheard(proof.seats, seeds).map((seat) => ({ what: "seed_unheard" as const, seat: seat + 1 })));
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

/** Whether links are shown as outcomes happen, judging by the proof: it has links, or the chain of its secret is long. */
function isOpen({ links, secret, anchor }: Proof): boolean {
  return links.length > 0 || (secret !== null && new Chain(secret, 0).anchor !== anchor);
}

/** The links that the anchor commits to, as far as they are shown. */
function linksOf(proof: Proof, open: boolean, report: Report): Links {
  proof.links.forEach((link, place) => {
    const before = place === 0 ? proof.anchor : proof.links[place - 1];
    if (hashOf(link) !== before) report.findings.push({ what: "link", outcome: place + 1 });
  });
  if (proof.secret === null) return (outcome) => proof.links[outcome - 1] ?? null;
  const chain = new Chain(proof.secret, open ? CHAIN_LENGTH : 0);
  if (chain.anchor !== proof.anchor) report.findings.push({ what: "secret" });
  return (outcome) => chain.link(outcome);
}

interface Checked {
  record: FairRecord;
  frames: readonly Frame[];
  luck: Luck;
  proof: Proof;
  open: boolean;
  links: Links;
}

function checkOutcomes({ record, frames, luck, proof, open, links }: Checked, report: Report): void {
  const seeds: Seed[] = proof.seats.map((given) => given?.seed ?? null);
  let outcome = 0;
  for (const { shown, due } of luck.outcomes(record, frames)) {
    outcome += 1;
    const link = links(outcome);
    if (link === null) {
      if (open && outcome <= CHAIN_LENGTH) report.findings.push({ what: "no_link", outcome });
      else report.later += 1;
      continue;
    }
    if (due === null) {
      report.unknown += 1;
      continue;
    }
    const expected = due(new Source(link, proof.game, outcome, seeds));
    if (shown === expected) report.checked += 1;
    else report.findings.push({ what: "outcome", outcome, shown, due: expected });
  }
  if (record.outcome && report.later > 0) report.findings.push({ what: "no_secret" });
}

/** Compare the record with what this browser saw while the game was played. */
function compare(record: FairRecord, proof: Proof, links: Links, seen: Seen, report: Report): void {
  const found = report.findings;
  if (seen.anchor !== proof.anchor) found.push({ what: "anchor_seen" });
  seen.seeds.forEach((seed, seat) => {
    if (seed && proof.seats[seat]?.seed !== seed) found.push({ what: "seed_seen", seat: seat + 1 });
  });
  if (seen.link && links(seen.outcome) !== seen.link) found.push({ what: "link_seen", outcome: seen.outcome });
  const shown = chanceSteps(record);
  for (const [outcome, dice] of seen.rolls) {
    const written = shown[outcome - 1] ?? "";
    if (written === dice) report.witnessed += 1;
    else found.push({ what: "outcome_seen", outcome, shown: written, due: dice });
  }
}
