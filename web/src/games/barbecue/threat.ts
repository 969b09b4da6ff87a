// What others may take away from a player.
import type { CoachWords } from "../../table/gameModule";
import { seatName } from "../../table/names";
import { m } from "../../words/messages.js";
import { isOneFaceAway } from "../dice/reach";
import { asBarbecue } from "./position";
import { lying } from "./preview";

const FACES = "12346W";

/** A single plate is in danger when one more face makes exactly the number of its spot. */
export const barbecueThreat: CoachWords["threat"] = (seat, { table, position }) => {
  const turn = asBarbecue(position);
  if (!turn || turn.turn_of === seat) return null;
  const plate = lying(table, turn).findLast(({ owner, plates, spot }) => owner === seat && plates === 1 && isOneFaceAway(turn, spot, FACES));
  if (!plate) return null;
  const name = seatName(table, turn.turn_of);
  return { title: m.coach_mind_plate({ spot: plate.spot }), text: m.coach_mind_spot({ name, total: turn.total, missing: plate.spot - turn.total }) };
};
