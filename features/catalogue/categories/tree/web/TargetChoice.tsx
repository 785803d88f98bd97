import { Box } from "@mantine/core";
import { useState } from "react";
import { categories, type TreeRow } from "#features/catalogue/categories/contract.ts";
import { PathSelect } from "#features/catalogue/categories/tree/web/PathSelect.tsx";
import { usePathChoices } from "#features/catalogue/categories/tree/web/usePathChoices.ts";
import { useRead } from "#web/operations.ts";

type TargetChoiceProps = {
  readonly label: string;
  /** The option listed before all categories, such as the top level. */
  readonly first?: { readonly value: string; readonly label: string };
  readonly onChange: (value: string | null) => void;
};

/** The target category for moving several others. Those that can't be moved there are reported once it is selected. */
export function TargetChoice({ label, first, onChange }: TargetChoiceProps) {
  const { data } = useRead(categories.tree, { withArchived: false });
  const choices = usePathChoices(data?.rows ?? none);
  const [value, setValue] = useState<string | null>(null);
  return (
    <Box mb="md">
      <PathSelect
        label={label}
        choices={[...(first ? [first] : []), ...choices.map(({ id, path }) => ({ value: id, label: path }))]}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    </Box>
  );
}

const none: readonly TreeRow[] = [];
