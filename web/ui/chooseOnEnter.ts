import type { KeyboardEvent } from "react";

/** Whether a key press is the Enter that ends the typing in a field whose list of choices is open. */
export function entersChoice({ key, nativeEvent, target }: KeyboardEvent): boolean {
  // In a composition, such as of Chinese characters, Enter ends only that.
  if (key !== "Enter" || nativeEvent.isComposing) return false;
  return target instanceof HTMLInputElement && !target.readOnly && target.dataset["expanded"] === "true";
}

/**
 * Enter in a field with choices, for `onKeyDownCapture`. While its list is open, Enter never submits the form: it takes
 * the highlighted option, or the first one that matches the typed text.
 *
 * The kit forgets the highlighted option if the list opens while the user types, and then lets Enter submit the form.
 */
export function chooseOnEnter(event: KeyboardEvent): void {
  if (!entersChoice(event)) return;
  // Not to the kit, which would choose a second time, and not to the form.
  event.preventDefault();
  event.stopPropagation();
  const field = event.target as HTMLInputElement;
  const options = optionsOf(field);
  const chosen = options.find((option) => "comboboxActive" in option.dataset);
  const isTyped = field.value !== "" && chosen?.textContent !== field.value;
  (highlightedIn(field) ?? (isTyped ? options[0] : chosen))?.click();
}

/** The option that the arrow keys or the typing have highlighted. */
export const highlightedIn = (field: HTMLInputElement): HTMLElement | undefined =>
  optionsOf(field).find((option) => "comboboxSelected" in option.dataset);

const optionsOf = (field: HTMLInputElement): HTMLElement[] => [
  ...(document
    .getElementById(field.getAttribute("aria-controls") ?? "")
    ?.querySelectorAll<HTMLElement>("[data-combobox-option]:not([data-combobox-disabled])") ?? []),
];
