import { createStore, type Store } from "#web/store.ts";

/** One key, keys held together (`mod+k`), or keys one after the other (`g h`). Names are those of `KeyboardEvent.key`. */
export type KeyBinding = {
  readonly keys: string;
  /** What it does, for the list that `?` shows. */
  readonly label: string;
  readonly onKey: (event: KeyboardEvent) => void;
  /** `everywhere` for the shell's own; the rest belong to the screen. */
  readonly scope?: "everywhere" | "here";
};

/** After this long a begun sequence is forgotten. */
const sequenceMs = 1000;

export type Keyboard = Pick<Store<readonly KeyBinding[]>, "read" | "subscribe"> & {
  /** Puts these before all others; returns the way to take them out again. */
  readonly add: (bindings: readonly KeyBinding[]) => () => void;
  /** Sees a key press before anybody else does: a dialog that it closes is gone by the time it is handled. */
  readonly notice: (event: KeyboardEvent) => void;
  /** Runs the binding of a key press, unless somebody types, something else took it, or a dialog lies on top. */
  readonly handle: (event: KeyboardEvent) => void;
};

/**
 * Knows every binding that is in force, the latest first, so that a layer on top may take a key from what is below.
 * Without single keys only those work that are held together with another, or are no sign, such as Escape.
 */
export function createKeyboard(
  // When it was pressed: a busy page may come to it much later.
  pressedAt: (event: KeyboardEvent) => number = ({ timeStamp }) => timeStamp,
  areSingleKeysOn: () => boolean = () => true,
): Keyboard {
  const { read, subscribe, change } = createStore<readonly KeyBinding[]>([]);
  const belowDialog = new WeakSet<KeyboardEvent>();
  let begun: { readonly keys: readonly string[]; readonly at: number } = { keys: [], at: 0 };
  return {
    read,
    subscribe,
    add: (added) => {
      change([...added, ...read()]);
      return () => change(read().filter((binding) => !added.includes(binding)));
    },
    notice: (event) => {
      if (isUnderDialog()) belowDialog.add(event);
    },
    handle: (event) => {
      if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
      if (belowDialog.has(event) || isUnderDialog()) return;
      if (isTyping(event.target) && !event.ctrlKey && !event.metaKey) return;
      if (event.key === "Escape" && isWithinLayer(event)) return;
      const stroke = strokeOf(event);
      const before = pressedAt(event) - begun.at <= sequenceMs ? begun.keys : [];
      const sequence = [...before, stroke].join(" ");
      const bindings = areSingleKeysOn() ? read() : read().filter(({ keys }) => !isSingleKey(keys));
      const found = byKeys(bindings, sequence) ?? byKeys(bindings, stroke);
      begun = found ? { keys: [], at: 0 } : { keys: [stroke], at: pressedAt(event) };
      if (!found) return;
      event.preventDefault();
      found.onKey(event);
    },
  };
}

/** One sign, or several one after the other: letters, digits and punctuation (WCAG 2.1.4). */
export const isSingleKey = (keys: string): boolean =>
  keys.split(" ").every((stroke) => Array.from(stroke).length === 1);

const byKeys = (bindings: readonly KeyBinding[], keys: string) => bindings.find((binding) => binding.keys === keys);

const isModifier = (key: string) => ["Shift", "Control", "Alt", "AltGraph", "Meta"].includes(key);

/** What the keys of a Latin keyboard are called, for people whose layout gives another letter there. */
const codes: Readonly<Record<string, string>> = { Slash: "/", BracketLeft: "[", BracketRight: "]" };
const shiftedCodes: Readonly<Record<string, string>> = { Slash: "?", Digit3: "#" };

/** `mod+k`, `alt+ArrowUp`, `?`. `mod` is Cmd on a Mac and Ctrl elsewhere; Shift is part of the sign it makes. */
export function strokeOf(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">) {
  const modifiers = [event.ctrlKey || event.metaKey ? "mod" : "", event.altKey ? "alt" : ""].filter(Boolean);
  const isShifted = event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key));
  const key = latinKey(event);
  return [...modifiers, ...(isShifted && key.length > 1 ? ["shift"] : []), key].join("+");
}

function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  if (key.length > 1 || /^[ -~]$/.test(key)) return /^[A-Z]$/.test(key) && !shiftKey ? key.toLowerCase() : key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return (shiftKey ? shiftedCodes[code] : codes[code]) ?? key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select, [role=combobox], [role=textbox]")) return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/** It closes that layer and no more. By now the layer may have gone, so where the press came from is asked and not the page. */
const isWithinLayer = (event: Event) =>
  event.composedPath().some((each) => each instanceof Element && each.matches(layers));
const layers = "[role=dialog], [role=alertdialog], [role=menu]";

/** What lies below a dialog is not there to press. */
const isUnderDialog = () => document.querySelector('[aria-modal="true"]') !== null;
