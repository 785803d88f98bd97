import type { RowScope } from "#base/grants.ts";
import { ScopesChoice } from "#features/users/web/ScopesChoice.tsx";
import { useField } from "#web/record/useField.tsx";

/** What somebody is bound to from the beginning. */
export function ScopesField({ name }: { readonly name: string }) {
  const { value, change, input } = useField<RowScope[]>(name);
  return (
    <>
      <ScopesChoice value={value} onChange={change} />
      {input.error && <div role="alert">{input.error}</div>}
    </>
  );
}
