// Heckmeck am Bratwurmeck.
import type { GameModule } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import { diceHints } from "../dice/hints";
import { VISIBLE, turnLine } from "../dice/log";
import { DICE_COACH, DICE_CUES, DICE_TURN, turnMove } from "../dice/module";
import { portionLine } from "../portions/log";
import { eventLog } from "../shared/eventLog";
import Picture from "./Picture.svelte";
import Table from "./Table.svelte";

export const bratwurmeck: GameModule = {
  ...DICE_TURN,
  name: "bratwurmeck",
  title: m.bratwurmeck,
  about: m.bratwurmeck_about,
  unit: "worms",
  Table,
  Picture,
  options: [
    { option: "lower_portion", value: "next", words: m.lobby_rule_next },
    { option: "returned_highest_turns", value: true, words: m.lobby_rule_returned },
  ],
  log: eventLog({
    line: (events, place, nameOf) => turnLine(events[place], nameOf) ?? portionLine(events[place], nameOf),
    byItself: ["GameEnded"],
    visible: VISIBLE,
  }),
  cues: { ...DICE_CUES, PortionTaken: "take", PortionStolen: "steal" },
  hints: diceHints({ goal: m.hint_goal_bratwurmeck, stop: m.hint_stop_bratwurmeck }, 21),
  coach: {
    ...DICE_COACH,
    move: (move, situation) => turnMove(move, situation) ?? stopMove(move),
    situation: async () => (await import("./Situation.svelte")).default,
  },
  learning: {
    prefix: "BW",
    pages: ["bratwurmeck", "roll-and-keep"],
    lesson: () => import("./lesson"),
    rulePicture: async () => (await import("./RulePicture.svelte")).default,
  },
  past: () => import("./past"),
};

function stopMove(move: string): string {
  const [word, portion = ""] = move.split(" ");
  if (word === "take") return m.take({ portion });
  return word === "steal" ? m.coach_steal({ portion }) : m.stop_nothing();
}
