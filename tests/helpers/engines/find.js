// The first element with a role whose accessible name contains a text, if it can be seen and is not disabled; else null.
const NATIVE = {
  button: "button, summary",
  link: "a[href]",
  textbox: "input:not([type]), input[type=text], textarea",
  radio: "input[type=radio]",
  checkbox: "input[type=checkbox]",
  dialog: "dialog[open]",
  heading: "h1, h2, h3",
  alert: "[role=alert]",
};
const textOf = (ids) => ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
const nameOf = (element) =>
  element.getAttribute("aria-label") ??
  (element.hasAttribute("aria-labelledby")
    ? textOf(element.getAttribute("aria-labelledby"))
    : [...(element.labels ?? []), element].map((each) => each.textContent).join(" "));
const plain = (text) => text.replace(/\s+/g, " ").trim();
const shown = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible" && !element.closest("[inert]");
};
const behind = (element) => {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  return open && !open.contains(element);
};
const find = (role, name) =>
  [...document.querySelectorAll(`[role=${role}], ${NATIVE[role] ?? "[never]"}`)].find(
    (each) => !each.disabled && plain(nameOf(each)).includes(name) && shown(each) && !behind(each),
  ) ?? null;
