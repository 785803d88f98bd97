import { MultiSelect } from "@mantine/core";
import { users } from "#features/access/users/contract.ts";
import type { RoleGrant } from "#features/access/users/contract/people.ts";
import { useRead } from "#web/operations.ts";
import { useField } from "#web/record/useField.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Roles to begin with, without an end. Those that hold more than oneself are shown, and cannot be chosen. */
export function RolesField({ name }: { readonly name: string }) {
  const t = useMessages("users");
  const language = useLanguage();
  const { data } = useRead(users.choices, {});
  const { value, change, input } = useField<RoleGrant[]>(name);
  return (
    <MultiSelect
      {...input}
      label={t("fields.roles")}
      description={t("hints.roles")}
      data={(data?.roles ?? []).map(({ id, title, titleI18n, mayGive }) => ({
        value: id,
        label: titleI18n[language] ?? title,
        disabled: !mayGive,
      }))}
      value={value.map(({ roleId }) => roleId)}
      onChange={(ids) => change(ids.map((roleId) => ({ roleId, validFrom: null, validTo: null })))}
      searchable
      nothingFoundMessage={t("nothingFound")}
      maxDropdownHeight={280}
    />
  );
}
