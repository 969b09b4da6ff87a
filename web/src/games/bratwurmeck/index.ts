// Heckmeck am Bratwurmeck at a table.
import type { GameModule } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { diceHints } from "../dice/hints";
import LogDice from "../dice/LogDice.svelte";
import { diceTurns, turnLine, VISIBLE } from "../dice/log";
import { DICE_COACH, DICE_CUES, DICE_TURN, diceFeelings, turnMove } from "../dice/module";
import { portionFeelings, portionLine, portionResult } from "../portions/log";
import Winnings from "../portions/Winnings.svelte";
import { eventLog } from "../shared/eventLog";
import { CARD } from "./card";
import Table from "./Table.svelte";
import { bratwurmeckThreat, stealing } from "./threat";

export const bratwurmeck: GameModule = {
  ...CARD,
  ...DICE_TURN,
  Table,
  log: eventLog({
    line: (events, place, nameOf) => turnLine(events[place], nameOf) ?? portionLine(events[place], nameOf),
    byItself: ["GameEnded"],
    visible: VISIBLE,
  }),
  turns: diceTurns(portionResult, LogDice),
  Winnings,
  feelings: (event) => [...diceFeelings(event), ...portionFeelings(event)],
  cues: { ...DICE_CUES, PortionTaken: "take", PortionStolen: "steal" },
  hints: diceHints({ goal: m.hint_goal_bratwurmeck, stop: m.hint_stop_bratwurmeck }, 21),
  coach: {
    ...DICE_COACH,
    move: (move, situation) => turnMove(move, situation) ?? stopMove(move),
    certain: stealing,
    threat: bratwurmeckThreat,
    situation: async () => (await import("./Situation.svelte")).default,
  },
};

function stopMove(move: string): string {
  const [word, portion = ""] = move.split(" ");
  if (word === "take") return m.take({ portion });
  return word === "steal" ? m.coach_steal({ portion }) : m.stop_nothing();
}
