import { Select } from "@mantine/core";
import { useState } from "react";
import { users } from "#features/access/users/contract.ts";
import { useRead } from "#web/operations.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RoleChoiceProps = {
  /** What the person has already. */
  readonly except?: readonly string[];
  readonly onChange: (input: { readonly roleId: string } | null) => void;
};

const nothing: readonly string[] = [];

/** A role to give. Those that hold more than oneself are shown, and cannot be chosen. */
export function RoleChoice({ except = nothing, onChange }: RoleChoiceProps) {
  const t = useMessages("users");
  const language = useLanguage();
  const { data } = useRead(users.choices, {});
  const [value, setValue] = useState<string | null>(null);
  const choices = (data?.roles ?? []).filter(({ code }) => !except.includes(code));
  const chosen = choices.find(({ id }) => id === value);
  return (
    <Select
      label={t("role")}
      placeholder={t("chooseRole")}
      description={chosen?.description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={choices.map(({ id, title, titleI18n, mayGive }) => ({
        value: id,
        label: mayGive ? (titleI18n[language] ?? title) : t("holdsMoreThanYou", { role: titleI18n[language] ?? title }),
        disabled: !mayGive,
      }))}
      value={value}
      searchable
      required
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: true }}
      onChange={(roleId) => {
        setValue(roleId);
        onChange(roleId === null ? null : { roleId });
      }}
    />
  );
}
