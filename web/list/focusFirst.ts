/** The popover takes the focus as it opens, before its content, which is loaded on the first click. */
export function focusFirst(editor: HTMLElement | null): void {
  const first = editor?.querySelector("[data-autofocus]") ?? editor?.querySelector("input, button");
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}
