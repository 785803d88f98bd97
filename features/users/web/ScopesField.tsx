import type { RowScope } from "#base/grants.ts";
import { scopeSources } from "#features/users/rules.ts";
import { ScopesChoice } from "#web/record/ScopesChoice.tsx";
import { useField } from "#web/record/useField.tsx";
import { useWords } from "#web/useWords.ts";

/** What somebody is bound to from the beginning. */
export function ScopesField({ name }: { readonly name: string }) {
  const t = useWords("users");
  const { value, change, input } = useField<RowScope[]>(name);
  return (
    <>
      <ScopesChoice value={value} onChange={change} sources={scopeSources} hint={t("hints.scopes")} />
      {input.error && <div role="alert">{input.error}</div>}
    </>
  );
}
