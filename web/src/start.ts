import { mount } from "svelte";
import App from "./App.svelte";
// After the rules of the components: their order decides.
import "./style.css";

export function start(): void {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  document.getElementById("help")?.remove();
}
