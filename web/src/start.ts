import { mount } from "svelte";
import App from "./App.svelte";

export function start(): void {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  document.getElementById("help")?.remove();
}
