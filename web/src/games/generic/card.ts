// A game that this client knows nothing about, as it is offered: under the server's name for it.
import type { GameCard } from "../../table/gameModule";
import { catalog } from "../../wire/catalog.svelte";
import Picture from "./Picture.svelte";

export const genericCard = (name: string): GameCard => ({
  name,
  title: () => catalog.find(name)?.title ?? name,
  about: () => "",
  get unit() {
    return catalog.find(name)?.unit ?? "points";
  },
  exactOdds: false,
  coached: false,
  Picture,
  options: [],
  learning: null,
  past: () => import("./past"),
});
