import { createContext, use, useLayoutEffect, useRef } from "react";
import type { Keyboard, KeyBinding } from "#web/ui/keyboard.ts";

export const KeyboardContext = createContext<Keyboard | null>(null);

export function useKeyboard(): Keyboard {
  const keyboard = use(KeyboardContext);
  if (keyboard === null) throw new Error("no keyboard: render inside startWeb");
  return keyboard;
}

/**
 * Binds keys while this component is mounted. They do nothing while the user types, and are listed in the help that `?`
 * opens.
 */
export function useKeys(bindings: readonly KeyBinding[], isOn = true): void {
  const keyboard = useKeyboard();
  const latest = useRef(bindings);
  // Before paint: a user who sees the hint may press the key at once.
  useLayoutEffect(() => {
    latest.current = bindings;
  });
  const shape = JSON.stringify(bindings.map(({ keys, label, scope }) => ({ keys, label, scope })));
  useLayoutEffect(() => {
    if (!isOn) return;
    const shapes = JSON.parse(shape) as readonly Omit<KeyBinding, "onKey">[];
    return keyboard.add(
      shapes.map((binding, index) => ({ ...binding, onKey: (event) => latest.current[index]?.onKey(event) })),
    );
  }, [keyboard, shape, isOn]);
}
