// Copying a text. Over plain HTTP, as in a home network, browsers have no clipboard API; selected text can be copied anywhere.

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Copy a text by the clipboard API, or else by selecting it, in the field that shows it if there is one; return whether that worked. */
export async function copyText(text: string, field?: Field): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field ? copyMarked(field) : copyUnseen(text);
  }
}

function copyMarked(field: Field): boolean {
  field.focus();
  field.select();
  // Deprecated, and the only way where a page is not secure.
  return document.execCommand("copy");
}

/** Copy by a temporary field. A dialog keeps the focus inside, so the field is placed beside the focused element. */
function copyUnseen(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  (before?.parentElement ?? document.body).append(field);
  try {
    return copyMarked(field);
  } finally {
    field.remove();
    before?.focus();
  }
}
