// Heckmeck am Bratwurmeck, as it is offered.
import type { GameCard } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import Picture from "./Picture.svelte";

export const CARD: GameCard = {
  name: "bratwurmeck",
  title: m.bratwurmeck,
  about: m.bratwurmeck_about,
  unit: "worms",
  exactOdds: true,
  coached: true,
  Picture,
  options: [
    { option: "lower_portion", value: "next", words: m.lobby_rule_next, learned: true },
    { option: "returned_highest_turns", value: true, words: m.lobby_rule_returned },
  ],
  learning: {
    prefix: "BW",
    pages: ["bratwurmeck", "roll-and-keep"],
    lesson: () => import("./lesson"),
    rulePicture: async () => (await import("./RulePicture.svelte")).default,
  },
  past: () => import("./past"),
};
