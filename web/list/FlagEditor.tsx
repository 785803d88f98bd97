import { Group, Radio } from "@mantine/core";
import { useMessages } from "#web/useMessages.ts";

type FlagEditorProps = {
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
};

/** Edits a filter with yes, no, or both. */
export function FlagEditor({ value, onChange }: FlagEditorProps) {
  const messages = useMessages("list");
  const chosen = value === null ? "either" : value ? "yes" : "no";
  return (
    <Radio.Group value={chosen} onChange={(next) => onChange(next === "either" ? null : next === "yes")}>
      <Group gap="sm" p={4}>
        <Radio value="yes" label={messages("yes")} />
        <Radio value="no" label={messages("no")} />
        <Radio value="either" label={messages("either")} />
      </Group>
    </Radio.Group>
  );
}
