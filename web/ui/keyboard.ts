import { createStore, type Store } from "#web/store.ts";

/** One key, a combination (`mod+k`), or a sequence (`g h`). Names are those of `KeyboardEvent.key`. */
export type KeyBinding = {
  readonly keys: string;
  /** Description for the help that `?` opens. */
  readonly label: string;
  readonly onKey: (event: KeyboardEvent) => void;
  /** `everywhere` for the shell's own keys; the others belong to the screen. */
  readonly scope?: "everywhere" | "here";
};

/** After this time an unfinished sequence is dropped. */
const sequenceMs = 1000;

export type Keyboard = Pick<Store<readonly KeyBinding[]>, "read" | "subscribe"> & {
  /** Puts these before all others; returns the function that removes them. */
  readonly add: (bindings: readonly KeyBinding[]) => () => void;
  /** Must see a key press before other handlers: a dialog that it closes is gone when it is handled. */
  readonly notice: (event: KeyboardEvent) => void;
  /** Runs the binding of a key press, unless the user is typing, another handler took it, or a dialog is open. */
  readonly handle: (event: KeyboardEvent) => void;
};

/**
 * All active bindings, the latest first, so that a dialog can override the keys of the page. Without single keys only
 * combinations work, and keys that are not characters, such as Escape.
 */
export function createKeyboard(
  // The time of the key press: a busy page may handle it much later.
  pressedAt: (event: KeyboardEvent) => number = ({ timeStamp }) => timeStamp,
  areSingleKeysOn: () => boolean = () => true,
): Keyboard {
  const { read, subscribe, change } = createStore<readonly KeyBinding[]>([]);
  const belowDialog = new WeakSet<KeyboardEvent>();
  let strokes: { readonly keys: readonly string[]; readonly at: number } = { keys: [], at: 0 };
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
      const before = pressedAt(event) - strokes.at <= sequenceMs ? strokes.keys : [];
      const sequence = [...before, stroke].join(" ");
      const bindings = areSingleKeysOn() ? read() : read().filter(({ keys }) => !isSingleKey(keys));
      const found = byKeys(bindings, sequence) ?? byKeys(bindings, stroke);
      strokes = found ? { keys: [], at: 0 } : { keys: [stroke], at: pressedAt(event) };
      if (!found) return;
      event.preventDefault();
      found.onKey(event);
    },
  };
}

/** One character, or a sequence of them: letters, digits and punctuation (WCAG 2.1.4). */
export const isSingleKey = (keys: string): boolean =>
  keys.split(" ").every((stroke) => Array.from(stroke).length === 1);

/** A screen's own binding comes before the shell's, whichever was added later. */
function byKeys(bindings: readonly KeyBinding[], keys: string): KeyBinding | undefined {
  const found = bindings.filter((binding) => binding.keys === keys);
  return found.find(({ scope }) => scope !== "everywhere") ?? found[0];
}

const isModifier = (key: string) => ["Shift", "Control", "Alt", "AltGraph", "Meta"].includes(key);

/** The keys of a Latin keyboard by position, for layouts with other letters there. */
const codes: Readonly<Record<string, string>> = { Slash: "/", BracketLeft: "[", BracketRight: "]" };
const shiftedCodes: Readonly<Record<string, string>> = { Slash: "?", Digit3: "#" };

/**
 * `mod+k`, `alt+ArrowUp`, `?`. `mod` is Cmd on a Mac and Ctrl elsewhere; Shift is part of the character it produces.
 */
export function strokeOf(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">) {
  const modifiers = [event.ctrlKey || event.metaKey ? "mod" : "", event.altKey ? "alt" : ""].filter(Boolean);
  const isShifted = event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key));
  const key = latinKey(event);
  return [...modifiers, ...(isShifted && key.length > 1 ? ["shift"] : []), key].join("+");
}

function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string {
  if (key.length > 1 || /^[ -~]$/.test(key)) return /^[A-Z]$/.test(key) && !shiftKey ? key.toLowerCase() : key;
  const email = /^Key([A-Z])$/.exec(code)?.[1];
  if (email) return shiftKey ? email : email.toLowerCase();
  return (shiftKey ? shiftedCodes[code] : codes[code]) ?? key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select, [role=combobox], [role=textbox]")) return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type)
  );
}

/**
 * Escape closes that layer and nothing else. The layer may be gone by now, so this looks at the event's target and not
 * at the page.
 */
const isWithinLayer = (event: Event) =>
  event.composedPath().some((each) => each instanceof Element && each.matches(layers));
const layers = "[role=dialog], [role=alertdialog], [role=menu]";

/** The page below a dialog is inert. */
const isUnderDialog = () => document.querySelector('[aria-modal="true"]') !== null;
