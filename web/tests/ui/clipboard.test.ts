import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "../../src/ui/clipboard";

afterEach(() => document.body.replaceChildren());

/** Stand in for a page over plain HTTP: no clipboard API, but what is marked can be copied. */
function insecure(works = true) {
  vi.stubGlobal("navigator", {});
  const copied: string[] = [];
  document.execCommand = () => {
    const field = document.activeElement as HTMLTextAreaElement;
    copied.push(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0));
    return works;
  };
  return copied;
}

test("over plain HTTP the text is marked and copied, and the focus returns", async () => {
  const copied = insecure();
  const button = document.createElement("button");
  document.body.append(button);
  button.focus();
  expect(await copyText("a link")).toBe(true);
  expect(copied).toEqual(["a link"]);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});

test("where nothing may be copied the field with the text is marked, to be copied by hand", async () => {
  insecure(false);
  const field = document.createElement("input");
  field.value = "a link";
  document.body.append(field);
  expect(await copyText("a link", field)).toBe(false);
  expect(document.activeElement).toBe(field);
});
