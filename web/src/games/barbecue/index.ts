// Heckmeck Barbecue at a table.
import type { GameModule } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { faceValue } from "../dice/faces";
import { diceHints } from "../dice/hints";
import { diceTurns, turnLine, VISIBLE } from "../dice/log";
import { DICE_COACH, DICE_CUES, DICE_TURN, diceFeelings, turnMove } from "../dice/module";
import { eventLog } from "../shared/eventLog";
import Snail from "./art/Snail.svelte";
import { CARD } from "./card";
import EmberDice from "./EmberDice.svelte";
import { grillFeelings, grillLine, grillResult } from "./log";
import Table from "./Table.svelte";
import { barbecueThreat } from "./threat";
import Winnings from "./Winnings.svelte";

export const barbecue: GameModule = {
  ...CARD,
  ...DICE_TURN,
  Table,
  log: eventLog({
    line: (events, place, nameOf) => turnLine(events[place], nameOf) ?? grillLine(events[place], nameOf),
    byItself: ["GameEnded"],
    visible: VISIBLE,
  }),
  turns: diceTurns(grillResult, EmberDice),
  Winnings,
  feelings: (event) => [...diceFeelings(event), ...grillFeelings(event)],
  cues: { ...DICE_CUES, PlatePlaced: "take", SpotSecured: "take", PlateReplaced: "steal" },
  hints: diceHints({ goal: m.hint_goal_barbecue, stop: m.hint_stop_barbecue }, 23),
  coach: {
    ...DICE_COACH,
    move: (move, situation) => turnMove(move, situation) ?? m.stop_spot({ total: sumOf(situation.kept ?? "") }),
    threat: barbecueThreat,
    result: (name) => (name === "snail" ? m.coach_snail() : name === "end" ? m.coach_end() : name),
    resultPicture: (name) => (name === "snail" ? Snail : null),
    situation: async () => (await import("./Situation.svelte")).default,
  },
};

const sumOf = (kept: string) => [...kept].reduce((sum, face) => sum + faceValue(face), 0);
