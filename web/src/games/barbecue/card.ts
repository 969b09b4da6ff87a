// Heckmeck Barbecue, as it is offered.
import type { GameCard } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import Picture from "./Picture.svelte";

export const CARD: GameCard = {
  name: "barbecue",
  title: m.barbecue,
  about: m.barbecue_about,
  unit: "points",
  exactOdds: true,
  coached: true,
  Picture,
  options: [],
  learning: {
    prefix: "BQ",
    pages: ["barbecue", "roll-and-keep"],
    lesson: () => import("./lesson"),
    rulePicture: async () => (await import("./RulePicture.svelte")).default,
  },
  past: () => import("./past"),
};
