// The results of stopping and failing in Bratwurmeck, and the goals of other players, in a few words.
import type { BratwurmeckPosition, TableInfo } from "../../wire/types";
import { m } from "../../words/messages.js";
import { kindOf, numberIn, type Plan, stopsIn } from "../dice/plan";
import type { StopWords } from "../dice/turn";
import { wormsOn } from "../shared/material";

type NameOf = (seat: number) => string;

const ownerOf = (portion: number, { stacks }: BratwurmeckPosition) => stacks.findIndex((stack) => stack.at(-1) === portion);

export function stopInWords(move: string, table: TableInfo, position: BratwurmeckPosition, nameOf: NameOf): StopWords {
  const portion = numberIn(move);
  if (kindOf(move) === "stop") return { title: m.stop_nothing(), gain: lossInWords(position) };
  const gain = m.worms({ count: wormsOn(table, portion) });
  if (kindOf(move) === "take") return { title: m.take({ portion }), gain };
  return { title: m.steal({ portion, name: nameOf(ownerOf(portion, position)) }), gain };
}

/** Why nothing can be won with a plan. */
export function noStopInWords({ kept, total }: Plan, { grill }: BratwurmeckPosition): string {
  if (!kept.includes("W")) return m.need_worm();
  const lowest = Math.min(...grill);
  return total < lowest ? m.dice_short({ missing: lowest - total, portion: lowest }) : "";
}

const topOf = ({ stacks, turn_of }: BratwurmeckPosition) => stacks[turn_of]?.at(-1);

function lossInWords(position: BratwurmeckPosition): string {
  const top = topOf(position);
  return top === undefined ? "" : m.dice_loses({ portion: top });
}

/** What a failed attempt would cost: the top portion, or else what could be taken now. */
export function riskInWords({ stops }: Plan, position: BratwurmeckPosition): string {
  const top = topOf(position);
  if (top !== undefined) return m.dice_risk_portion({ portion: top });
  const portion = numberIn(stops[0] ?? "");
  return portion ? m.dice_risk_catch({ portion }) : m.dice_risk_none();
}

/** The goal of the player to act: what could be taken or stolen now, or else the lowest portion. */
export function afterInWords(position: BratwurmeckPosition, nameOf: NameOf): { title: string; more: string } {
  const name = nameOf(position.turn_of);
  const [stop] = stopsIn(position.moves).filter((move) => move !== "stop");
  const portion = numberIn(stop ?? "");
  if (stop && kindOf(stop) === "steal") return { title: m.dice_could_steal({ name, portion, victim: nameOf(ownerOf(portion, position)) }), more: "" };
  const more = position.kept === "" ? "" : position.kept.includes("W") ? m.dice_has({ total: position.total }) : m.dice_has_no_worm({ total: position.total });
  if (stop) return { title: m.dice_could_take({ name, portion }), more };
  const aim = position.grill.find((each) => each > position.total);
  return { title: aim === undefined ? "" : m.dice_after({ name, portion: aim }), more };
}
