import { Button, Popover, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "#web/list/ViewTabs.module.css";
import { IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SaveViewProps = { readonly onSave: (name: string) => void };

const nameMax = 40;

/** Saves the current view under a name. */
export function SaveView({ onSave }: SaveViewProps) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const handleSubmit = () => {
    onSave(name.trim());
    setOpen(false);
    setName("");
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.add}
          aria-label={messages("saveView")}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPlus size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages("saveView")}>
        <form
          action={() => {
            if (name.trim() !== "") handleSubmit();
          }}
        >
          <TextInput
            label={messages("viewName")}
            description={messages("viewHint")}
            value={name}
            maxLength={nameMax}
            dir={name === "" ? undefined : "auto"}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" mt="sm" size="sm" disabled={name.trim() === ""}>
            {shellMessages("buttons.save")}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
