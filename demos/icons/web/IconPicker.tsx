import { Input } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import classes from "#demos/icons/web/IconPicker.module.css";
import { NamedIcon } from "#demos/icons/web/NamedIcon.tsx";
import { loadMessages } from "#web/i18n.ts";
import { Chooser } from "#web/ui/Chooser.tsx";

const IconChoices = lazy(async () => {
  // Not those of `routes.tsx`, which is a part of the first page alone.
  const messages = loadMessages({
    name: "icons",
    messages: {
      en: () => import("#demos/icons/web/messages.en.json"),
      ar: () => import("#demos/icons/web/messages.ar.json"),
    },
  });
  const [module] = await Promise.all([import("#demos/icons/web/IconChoices.tsx"), messages]);
  return { default: module.IconChoices };
});

type IconPickerProps = {
  readonly label: string;
  /** The name of an icon of the catalogue. Null: none is chosen. */
  readonly value: string | null;
  /** The icon, of 20 px, that is shown where none is chosen. */
  readonly fallback: ReactNode;
  readonly onChange: (name: string | null) => void;
};

/** A field with the chosen icon, which opens the catalogue. The catalogue is loaded when it opens. */
export function IconPicker({ label, value, fallback, onChange }: IconPickerProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Input.Wrapper id={id} label={label} className={classes.field ?? ""}>
      <Chooser
        title={label}
        isOpen={isOpen}
        onToggle={setOpen}
        widthPx={326}
        target={
          <button
            id={id}
            type="button"
            className={classes.button}
            aria-haspopup="dialog"
            aria-label={value === null ? label : `${label}: ${value.replaceAll("_", " ")}`}
          >
            <NamedIcon name={value} sizePx={20} fallback={fallback} />
          </button>
        }
      >
        <Suspense fallback={<div className={classes.loading} />}>
          <IconChoices
            value={value}
            fallback={fallback}
            onChoose={(name) => {
              setOpen(false);
              onChange(name);
            }}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      </Chooser>
    </Input.Wrapper>
  );
}
