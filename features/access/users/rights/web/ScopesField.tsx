import type { RowScope } from "#base/grants.ts";
import { UserScopes } from "#features/access/users/rights/web/UserScopes.tsx";
import { useField } from "#web/record/useField.tsx";

/** The initial scopes of a user. */
export function ScopesField({ name }: { readonly name: string }) {
  const { value, change, input } = useField<RowScope[]>(name);
  return (
    <>
      <UserScopes value={value} onChange={change} />
      {input.error && <div role="alert">{input.error}</div>}
    </>
  );
}
