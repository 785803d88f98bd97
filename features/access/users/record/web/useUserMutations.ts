import { useMemo } from "react";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { userFields, type UserInput } from "#features/access/users/fields.ts";
import type { UserLanguage } from "#features/access/users/rules.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import type { RecordMutations } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** How the profile of a person is written. */
export function useUserMutations(): RecordMutations<UserInput, User> {
  const { transport, queryClient } = useApiClient();
  return useMemo(
    () => ({
      name: "users",
      schema: userFields.schema,
      valuesOf: (user) => userFields.valuesOf({ ...user, language: user.language as UserLanguage }),
      create: () => Promise.reject(new Error("people are invited")),
      update: async (patch, { id, version }) => {
        const user = unlessWaiting(await call(transport, users.update, { ...patch, id, version }));
        queryClient.setQueryData(keyOf(users.get, { id }), user);
        await refresh(queryClient, [users.list, users.activity]);
        return user;
      },
    }),
    [transport, queryClient],
  );
}
