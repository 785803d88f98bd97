import { Switch } from "@mantine/core";
import { useState, useSyncExternalStore } from "react";
import styles from "#web/layout/KeysDialog.module.css";
import { useOwnSettings } from "#web/settings/useOwnSettings.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { isSingleKey, type KeyBinding } from "#web/ui/keyboard.ts";
import { useKeyboard } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

/** All active keys: the screen's own first, then those that work everywhere. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages("layout");
  const keyboard = useKeyboard();
  const bindings = useSyncExternalStore(keyboard.subscribe, keyboard.read);
  const [isOpen, setOpen] = useState(true);
  const [{ singleKeys: hasSingleKeys }, change] = useOwnSettings();
  const working = bindings.filter(({ keys }) => hasSingleKeys || !isSingleKey(keys));
  const ofScope = (scope: KeyBinding["scope"]) => working.filter((binding) => (binding.scope ?? "here") === scope);
  const escape: KeyBinding = { keys: "Escape", label: messages("keys.close"), onKey: () => {}, scope: "everywhere" };
  return (
    <Dialog
      title={messages("keys.title")}
      isOpen={isOpen}
      onClose={() => {
        setOpen(false);
        onClose();
      }}
    >
      <KeyList title={messages("keys.here")} bindings={ofScope("here")} />
      <KeyList title={messages("keys.everywhere")} bindings={[...ofScope("everywhere"), escape]} />
      <Switch
        mt={20}
        label={messages("keys.single")}
        description={messages("keys.singleText")}
        checked={hasSingleKeys}
        onChange={({ currentTarget }) => change({ singleKeys: currentTarget.checked })}
      />
    </Dialog>
  );
}

function KeyList({ title, bindings }: { readonly title: string; readonly bindings: readonly KeyBinding[] }) {
  if (bindings.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl className={styles.keys}>
        {bindings.map(({ keys, label }) => (
          <div key={keys} className={styles.line}>
            <dt>{label}</dt>
            <dd>
              {keys.split(" ").map((stroke) => (
                <Kbd key={stroke}>{printed(stroke)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const faces: Readonly<Record<string, string>> = {
  mod: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
  Delete: "Del",
};

/** `mod+k` with the key names of the keyboard: `Ctrl K`. */
const printed = (stroke: string) =>
  stroke
    .split(/(?<=.)\+/)
    .map((key) => faces[key] ?? key.toUpperCase())
    .join(" ");
