import { mount } from "svelte";
import App from "./App.svelte";
import { register } from "./pwa/register";
import "./style.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
document.getElementById("help")?.remove();
register();
