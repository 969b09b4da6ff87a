// What others may take away from a player, and what a theft means.
import type { CoachWords } from "../../table/gameModule";
import { seatName } from "../../table/names";
import { m } from "../../words/messages.js";
import { isOneFaceAway } from "../dice/reach";
import { asBratwurmeck } from "./position";

const FACES = "12345W";

/** The top portion of a seat is in danger when one more face makes exactly its number. */
export const bratwurmeckThreat: CoachWords["threat"] = (seat, { table, position }) => {
  const turn = asBratwurmeck(position);
  const portion = turn?.stacks[seat]?.at(-1);
  if (!turn || portion === undefined || turn.turn_of === seat || !isOneFaceAway(turn, portion, FACES)) return null;
  const name = seatName(table, turn.turn_of);
  return { title: m.coach_mind({ thing: portion }), text: m.coach_mind_portion({ name, total: turn.total, missing: portion - turn.total, portion }) };
};

export const stealing: CoachWords["certain"] = (move, { table, position }) => {
  const [word, portion] = move.split(" ");
  const victim = asBratwurmeck(position)?.stacks.findIndex((stack) => stack.at(-1) === Number(portion)) ?? -1;
  return word === "steal" && victim >= 0 ? m.coach_certain_theft({ portion: Number(portion), name: seatName(table, victim) }) : null;
};
