import type { RowScope } from "#base/grants.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { ScopesChoice } from "#web/record/ScopesChoice.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The records that a user's scope can refer to, besides countries, and the lists to choose them from. */
const sources = [
  { kind: "brand", list: brands.list },
  { kind: "retailer", list: retailers.list, nameField: "tradingName" },
  { kind: "category", list: categories.list },
] as const;

type UserScopesProps = { readonly value: readonly RowScope[]; readonly onChange: (scopes: RowScope[]) => void };

/** A picker for a user's scopes. The contracts of the lists to choose from are loaded only with it. */
export function UserScopes({ value, onChange }: UserScopesProps) {
  const t = useMessages("users");
  return <ScopesChoice value={value} onChange={onChange} sources={sources} hint={t("hints.scopes")} />;
}
