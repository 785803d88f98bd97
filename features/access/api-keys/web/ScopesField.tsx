import { useWatch } from "react-hook-form";
import { brands } from "#features/catalogue/brands/contract.ts";
import type { KeyInput, KeyScope } from "#features/access/api-keys/fields.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { ScopesChoice } from "#web/record/ScopesChoice.tsx";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

const sources = [
  { kind: "brand", list: brands.list },
  { kind: "retailer", list: retailers.list, nameField: "tradingName" },
] as const;

/** The scopes of a key: for a point of sale its retailer, otherwise any countries, brands and retailers. */
export function ScopesField() {
  const t = useMessages("apiKeys");
  const { value, change, input } = useField<KeyScope[]>("scopes");
  const isTill = useWatch<KeyInput, "kind">({ name: "kind" }) === "till";
  return (
    <ScopesChoice
      value={value}
      onChange={change}
      sources={sources}
      {...(isTill ? { kinds: ["retailer"] } : {})}
      hint={t(isTill ? "hints.tillScopes" : "hints.scopes")}
      error={input.error}
    />
  );
}
