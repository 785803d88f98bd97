import type { Grid } from "#features/access/roles/rules.ts";
import { RoleMatrix } from "#features/access/roles/web/RoleMatrix.tsx";
import { useField } from "#web/record/useField.tsx";

/** The matrix as a field of the role's form. */
export function RoleMatrixField() {
  const { value, change, input } = useField<Grid>("grants");
  return <RoleMatrix grid={value} onChange={change} error={input.error} />;
}
