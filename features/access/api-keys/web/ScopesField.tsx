import { brands } from "#features/catalogue/brands/contract.ts";
import type { KeyScope } from "#features/access/api-keys/fields.ts";
import { ScopesChoice } from "#web/record/ScopesChoice.tsx";
import { useField } from "#web/record/useField.tsx";
import { useMessages } from "#web/useMessages.ts";

const sources = [{ kind: "brand", list: brands.list }] as const;

/** What "in its scopes" means for a key: these countries and these brands. */
export function ScopesField() {
  const t = useMessages("apiKeys");
  const { value, change, input } = useField<KeyScope[]>("scopes");
  return (
    <>
      <ScopesChoice value={value} onChange={change} sources={sources} hint={t("hints.scopes")} />
      {input.error && <div role="alert">{input.error}</div>}
    </>
  );
}
