// Heckmeck am Karteneck, as it is offered.
import type { GameCard } from "../../table/gameModule";
import { m } from "../../words/messages.js";
import Picture from "./Picture.svelte";

export const CARD: GameCard = {
  name: "karteneck",
  title: m.karteneck,
  about: m.karteneck_about,
  unit: "worms",
  exactOdds: false,
  coached: true,
  Picture,
  options: [],
  learning: {
    prefix: "KE",
    pages: ["karteneck"],
    lesson: () => import("./lesson"),
    rulePicture: async () => (await import("./RulePicture.svelte")).default,
  },
  past: () => import("./past"),
};
