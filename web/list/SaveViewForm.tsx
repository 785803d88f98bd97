import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useViewChanges } from "#web/list/useViewChanges.ts";
import type { ListViews } from "#web/list/useViews.ts";
import { viewNameMax } from "#web/list/viewNameMax.ts";
import { useMessages } from "#web/useMessages.ts";

type SaveViewFormProps = { readonly list: string; readonly views: ListViews; readonly onSaved: () => void };

/** The name of a view to save. */
export function SaveViewForm({ list, views, onSaved }: SaveViewFormProps) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const { create } = useViewChanges(list);
  const [name, setName] = useState("");
  const save = async () => {
    if (name.trim() === "") return;
    const { id } = await create({ name: name.trim(), ...views.shown });
    views.showSaved(id);
    onSaved();
  };
  return (
    // A failed save has been shown, and the form stays.
    <form action={() => save().catch(() => {})}>
      <TextInput
        label={messages("viewName")}
        description={messages("viewHint")}
        value={name}
        maxLength={viewNameMax}
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
