import type { RowScope } from "#base/grants.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { ScopesChoice } from "#web/record/ScopesChoice.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The records that somebody can be bound to besides countries, and the lists that they are chosen from. */
const sources = [
  { kind: "brand", list: brands.list },
  { kind: "retailer", list: retailers.list, nameField: "tradingName" },
  { kind: "category", list: categories.list },
] as const;

type UserScopesProps = { readonly value: readonly RowScope[]; readonly onChange: (scopes: RowScope[]) => void };

/** What a person is bound to, to choose. The contracts of what is chosen from are loaded with it, and nowhere else. */
export function UserScopes({ value, onChange }: UserScopesProps) {
  const t = useMessages("users");
  return <ScopesChoice value={value} onChange={onChange} sources={sources} hint={t("hints.scopes")} />;
}
