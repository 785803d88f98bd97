import { Button, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { use, useState } from "react";
import { type Audience, ListViewsContext } from "#web/list/listViewSource.ts";
import type { SavedView } from "#web/list/preferences.ts";
import { useViewChanges } from "#web/list/useViewChanges.ts";
import { viewNameMax } from "#web/list/viewNameMax.ts";
import { useCan } from "#web/session.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ViewSettingsProps = { readonly list: string; readonly view: SavedView; readonly onClose: () => void };

/** The name of a saved view and, with permission to share, who sees it. */
export function ViewSettings({ list, view, onClose }: ViewSettingsProps) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const changes = useViewChanges(list);
  const [name, setName] = useState(view.name);
  const [audience, setAudience] = useState<Audience>(view);
  const [isSaving, setSaving] = useState(false);
  const isComplete = name.trim() !== "" && (audience.audience !== "role" || audience.roleId !== null);
  const save = async () => {
    setSaving(true);
    try {
      const renamed = name.trim() === view.name ? view : await changes.update(view, { name: name.trim() });
      const isSame = audience.audience === view.audience && audience.roleId === view.roleId;
      if (!isSame) await changes.share(renamed, { audience: audience.audience, roleId: audience.roleId });
      onClose();
    } catch {
      // The refusal has been shown; the dialog stays with what was typed.
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen
      widthPx={440}
      title={messages("viewSettings")}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button loading={isSaving} disabled={!isComplete} onClick={() => void save()}>
            {shellMessages("buttons.save")}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={messages("viewName")}
          value={name}
          maxLength={viewNameMax}
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <AudienceChoice value={audience} onChange={setAudience} />
      </Stack>
    </Dialog>
  );
}

type AudienceChoiceProps = { readonly value: Audience; readonly onChange: (audience: Audience) => void };

function AudienceChoice({ value, onChange }: AudienceChoiceProps) {
  const messages = useMessages("list");
  const language = useLanguage();
  const { transport, queryClient } = useApiClient();
  const source = use(ListViewsContext);
  const can = useCan();
  const { data: calls } = useQuery(
    { queryKey: ["view calls"], queryFn: () => source!(), staleTime: Infinity },
    queryClient,
  );
  const mayShare = calls !== undefined && can(calls.sharing);
  const { data: roles = [] } = useQuery(
    { queryKey: ["view roles"], queryFn: () => calls!.roles(transport), enabled: mayShare },
    queryClient,
  );
  if (!mayShare) return null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={messages("whoSees")}
        description={messages("sharingHint")}
        value={value.audience}
        onChange={(audience) => onChange({ audience, roleId: null })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="me" label={messages("audiences.me")} />
          <Radio value="role" label={messages("audiences.role")} />
          <Radio value="everyone" label={messages("audiences.everyone")} />
        </Stack>
      </Radio.Group>
      {value.audience === "role" && (
        <Select
          label={messages("role")}
          searchable
          data={roles.map(({ id, title, titleI18n }) => ({ value: id, label: titleI18n[language] ?? title }))}
          value={value.roleId}
          onChange={(roleId) => onChange({ audience: "role", roleId })}
        />
      )}
    </Stack>
  );
}
