import { useMemo } from "react";
import { type ApiKey, apiKeys, KeyInput } from "#features/access/api-keys/contract.ts";
import { keyErrors } from "#features/access/api-keys/rules.ts";
import { call } from "#web/call.ts";
import { keyOf, refresh } from "#web/operations.ts";
import type { RecordSource } from "#web/record/useRecordForm.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** What a person wrote of a key. */
const keyInputOf = ({ title, kind, grants, scopes, callsPerMinute, lastDay }: ApiKey): KeyInput => ({
  title,
  kind,
  grants,
  scopes: scopes,
  callsPerMinute,
  lastDay,
});

/** How keys are written. `newId` is the id of the one to be made, whose secret is handed to `onSecret`, or null if it was lost. */
export function useKeySource(
  newId: string,
  onSecret: (secret: string | null) => void = () => {},
): RecordSource<KeyInput, ApiKey> {
  const { transport, queryClient } = useApiClient();
  return useMemo(() => {
    const keep = async (key: ApiKey) => {
      queryClient.setQueryData(keyOf(apiKeys.get, { id: key.id }), key);
      await refresh(queryClient, [apiKeys.list, apiKeys.countByStatus, apiKeys.activity]);
      return key;
    };
    return {
      name: "apiKeys",
      schema: KeyInput,
      errorsOf: keyErrors,
      valuesOf: keyInputOf,
      create: async (values) => {
        const { key, secret } = await call(transport, apiKeys.create, { id: newId, ...values });
        onSecret(secret);
        return keep(key);
      },
      update: async (patch, { id, version }) => keep(await call(transport, apiKeys.update, { ...patch, id, version })),
    };
  }, [transport, queryClient, newId, onSecret]);
}
