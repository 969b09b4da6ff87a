// What stopping and failing would lead to in Barbecue, in a few words for the buttons.
import type { BarbecuePosition } from "../../wire/types";
import { m } from "../../words/messages.js";
import type { StopWords } from "../dice/turn";
import { SNAIL_POINTS } from "./material";
import type { Lying, Prospect } from "./preview";

export function stopInWords(prospect: Prospect, nameOf: (seat: number) => string): StopWords {
  switch (prospect.kind) {
    case "place":
      return { title: m.bbq_place({ spot: prospect.spot }), gain: `+${m.worms({ count: prospect.worms })}` };
    case "secure":
      return { title: m.bbq_secure({ spot: prospect.spot }), gain: m.bbq_secure_gain({ worms: m.worms({ count: prospect.worms }) }) };
    case "steal":
      return { title: m.steal({ portion: prospect.spot, name: nameOf(prospect.victim) }), gain: `+${m.worms({ count: prospect.worms })}` };
    case "snail":
      return {
        title: prospect.spot === null ? m.bbq_snail_pool() : m.bbq_snail_on({ spot: prospect.spot }),
        gain: `+${m.points({ count: SNAIL_POINTS })}`,
      };
    case "end":
      return { title: m.bbq_end(), gain: m.bbq_end_why() };
    default:
      return { title: m.stop_idle(), gain: "" };
  }
}

/** Why stopping is not possible yet. */
export function noStopInWords(prospect: Prospect, kept: string, total: number, lowest: number): string {
  if (kept === "") return "";
  if (!kept.includes("W")) return m.need_worm();
  if (prospect.kind === "low") return m.bbq_too_low({ lowest });
  return prospect.kind === "closed" ? m.bbq_closed({ spot: total }) : "";
}

/** What a failed attempt leads to. */
export function riskInWords(next: Lying | null, turnOf: number): string {
  if (!next) return m.bbq_risk_end();
  const { spot, owner } = next;
  if (owner === null) return m.bbq_risk_snail({ spot });
  return owner === turnOf ? m.bbq_risk_own({ spot }) : m.bbq_risk_other({ spot });
}

/** The goal of the player to act: the spot of the sum, or else the next one that is not blocked. */
export function afterInWords({ turn_of, kept, total }: BarbecuePosition, spots: readonly Lying[], nameOf: (seat: number) => string): { title: string; more: string } {
  const name = nameOf(turn_of);
  const more = kept === "" ? "" : kept.includes("W") ? m.dice_has({ total }) : m.dice_has_no_worm({ total });
  const open = spots.filter(({ plates }) => plates < 2);
  if (kept.includes("W") && open.some(({ spot }) => spot === total)) return { title: m.bbq_could({ name, spot: total }), more: "" };
  const aim = open.find(({ spot }) => spot > total);
  return { title: aim ? m.bbq_after({ name, spot: aim.spot }) : "", more };
}

const ENDINGS: Readonly<Record<string, () => string>> = {
  pool_empty: m.bbq_over_pool_empty,
  grill_full: m.bbq_over_grill_full,
  no_snail_to_take: m.bbq_over_no_snail,
};

export const endInWords = (reason: string | undefined): string => ENDINGS[reason ?? ""]?.() ?? "";
