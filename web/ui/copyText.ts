/**
 * Puts a text into the clipboard, also where a page came over plain http, to which browsers give no `navigator.clipboard`.
 * Answers whether it is there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** As one copies by hand: select, and copy. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position:fixed;inset-block-start:0;opacity:0";
  // Within the dialog that lies on top, which would take the focus back from anywhere else.
  (before?.closest('[aria-modal="true"]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- what browsers have without https, and nothing else
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
