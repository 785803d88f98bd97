import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "#web/useMessages.ts";

type SaveViewFormProps = { readonly onSave: (name: string) => void };

const nameMax = 40;

/** The name of a view to save. */
export function SaveViewForm({ onSave }: SaveViewFormProps) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const [name, setName] = useState("");
  return (
    <form
      action={() => {
        if (name.trim() !== "") onSave(name.trim());
      }}
    >
      <TextInput
        label={messages("viewName")}
        description={messages("viewHint")}
        value={name}
        maxLength={nameMax}
        dir={name === "" ? undefined : "auto"}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        ref={(field) => field?.focus()}
      />
      <Button type="submit" mt="sm" size="sm" disabled={name.trim() === ""}>
        {shellMessages("buttons.save")}
      </Button>
    </form>
  );
}
