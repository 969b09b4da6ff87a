// Which component shows which game. A further game is one more line here.
import type { Component } from "svelte";
import type { TableStore } from "../table/tableStore.svelte";
import type { Position } from "../wire/messages";
import BarbecueTable from "./barbecue/BarbecueTable.svelte";
import BratwurmeckTable from "./bratwurmeck/BratwurmeckTable.svelte";
import KarteneckTable from "./karteneck/KarteneckTable.svelte";

export const views: Readonly<Record<Position["game"], Component<{ store: TableStore }>>> = {
  bratwurmeck: BratwurmeckTable,
  barbecue: BarbecueTable,
  karteneck: KarteneckTable,
};
