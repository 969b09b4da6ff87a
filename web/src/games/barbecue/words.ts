// What stopping and failing would lead to in Barbecue, in a few words for the buttons.
import { m } from "../../words/messages.js";
import { SNAIL_POINTS } from "./material";
import type { Lying, Prospect } from "./preview";

export interface StopWords {
  title: string;
  gain: string;
}

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

const ENDINGS: Readonly<Record<string, () => string>> = {
  pool_empty: m.bbq_over_pool_empty,
  grill_full: m.bbq_over_grill_full,
  no_snail_to_take: m.bbq_over_no_snail,
};

export const endInWords = (reason: string | undefined): string => ENDINGS[reason ?? ""]?.() ?? "";
