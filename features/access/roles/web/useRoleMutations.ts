import { useMemo } from "react";
import * as z from "zod/mini";
import { type Role, roleFields, type RolePatch, roles } from "#features/access/roles/contract.ts";
import { type Grid, grantsOf, gridOf } from "#features/access/roles/rules.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import type { RecordMutations } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

const { userCategoryId: _, description, ...plainFields } = roleFields;

/** A role as its form holds it: grants by resource and action, so that two people's edits of different cells go together. */
const RoleForm = z.strictObject({
  ...plainFields,
  /** An empty field is null in every form. */
  description: z.nullable(description),
  userCategory: z.nullable(z.string()),
  grants: z.custom<Grid>(),
});
export type RoleForm = z.output<typeof RoleForm>;

export const emptyForm: RoleForm = {
  title: "",
  titleI18n: {},
  description: null,
  userCategory: null,
  needsSecondFactor: false,
  grants: {},
};

export const formOf = (role: Role): RoleForm => ({
  title: role.title,
  titleI18n: role.titleI18n,
  description: role.description || null,
  userCategory: role.userCategoryId === null ? null : String(role.userCategoryId),
  needsSecondFactor: role.needsSecondFactor,
  grants: gridOf(role.grants),
});

function patchOf({ userCategory, grants, description: told, ...plain }: Partial<RoleForm>): RolePatch {
  return {
    ...plain,
    ...(told === undefined ? {} : { description: told ?? "" }),
    ...(userCategory === undefined ? {} : { userCategoryId: userCategory === null ? null : Number(userCategory) }),
    ...(grants === undefined ? {} : { grants: grantsOf(grants) }),
  };
}

/** How roles are written. `newId` is the id of the one to be made. */
export function useRoleMutations(newId: string): RecordMutations<RoleForm, Role> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const keep = async (role: Role) => {
      queryClient.setQueryData(keyOf(roles.get, { id: role.id }), role);
      await refresh(queryClient, [roles.list, roles.activity, roles.menu]);
      return role;
    };
    return {
      name: "roles",
      schema: RoleForm,
      valuesOf: formOf,
      create: async (values) =>
        keep(
          unlessWaiting(await call(transport, roles.create, { ...patchOf(values), id: newId, title: values.title })),
        ),
      update: async (patch, { id, version }) =>
        keep(unlessWaiting(await call(transport, roles.update, { ...patchOf(patch), id, version }))),
    };
  }, [transport, queryClient, newId]);
}
