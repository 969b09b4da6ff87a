// Copying a text. Over plain HTTP, as in a home network, browsers have no clipboard API; marked text can be copied anywhere.

/** Copy a text by the clipboard API, or else what is marked in a field that shows it; return whether that worked. */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return field ? document.execCommand("copy") : false;
  }
}
