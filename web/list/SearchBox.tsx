import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useRef, useState } from "react";
import classes from "#web/list/SearchBox.module.css";
import { IconSearch } from "#web/ui/icons.ts";
import { Kbd } from "#web/ui/Kbd.tsx";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type SearchBoxProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const typingMs = 200; // stack-web 2: pause before the search starts

/**
 * Searches when typing pauses. Shows what is typed immediately, and updates when the address changes for another
 * reason. `/` on the screen moves the focus to it.
 */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const messages = useMessages("list");
  const input = useRef<HTMLInputElement>(null);
  // On some screens the messages of lists are loaded later than the box.
  const keyLabel = messages("keys.search", { defaultValue: label });
  useKeys([{ keys: "/", label: keyLabel, onKey: () => input.current?.focus() }]);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [asked, setAsked] = useState(value);
  const ask = useDebouncedCallback((next: string) => {
    setAsked(next);
    onChange(next);
  }, typingMs);
  if (seen !== value) {
    setSeen(value);
    // The search started here is in the address later; by then the user may have typed more.
    if (asked !== value) {
      setAsked(value);
      setText(value);
    }
  }
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      dir={text === "" ? undefined : "auto"}
      value={text}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={<Kbd>/</Kbd>}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        ask(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") ask.flush();
        if (event.key !== "Escape") return;
        if (text === "") event.currentTarget.blur();
        setText("");
        ask("");
        ask.flush();
      }}
    />
  );
}
