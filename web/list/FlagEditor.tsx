import { Group, Radio } from "@mantine/core";
import { useMessages } from "#web/useMessages.ts";

type FlagEditorProps = {
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
};

/** Edits a filter with yes, no, or both. */
export function FlagEditor({ value, onChange }: FlagEditorProps) {
  const words = useMessages("list");
  const chosen = value === null ? "either" : value ? "yes" : "no";
  return (
    <Radio.Group value={chosen} onChange={(next) => onChange(next === "either" ? null : next === "yes")}>
      <Group gap="sm" p={4}>
        <Radio value="yes" label={words("yes")} />
        <Radio value="no" label={words("no")} />
        <Radio value="either" label={words("either")} />
      </Group>
    </Radio.Group>
  );
}
