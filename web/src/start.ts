import { mount } from "svelte";
import App from "./App.svelte";
import { recall } from "./settings.svelte";
import { hereHost } from "./wire/http";
// After the rules of the components: their order decides.
import "./style.css";

/** Milliseconds after which a copy of the game on this device is brought up to date. */
const LATER = 5000;

export function start(): void {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  document.getElementById("help")?.remove();
  // If it cannot be fetched now, the copy stays as it is.
  if (recall("copy")) setTimeout(() => void hereHost().then(({ renew }) => renew()).catch(() => undefined), LATER);
}
