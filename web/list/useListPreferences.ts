import { useQuery } from "@tanstack/react-query";
import { use, useCallback, useMemo } from "react";
import { ListViewsContext } from "#web/list/listViewSource.ts";
import {
  type Display,
  type ListPreferences,
  preferencesKey,
  readPreferences,
  type StoredPreferences,
} from "#web/list/preferences.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useStored } from "#web/ui/useStored.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Views that others share appear after this time without a reload. */
const freshMs = 300_000;

/** The preferences of a list, as this browser knows them; read from the server once per visit. */
export function useListPreferences(name: string): readonly [ListPreferences, (change: Partial<Display>) => void] {
  const user = useSignedInUser();
  const { transport, queryClient } = useApiClient();
  const source = use(ListViewsContext);
  const userId = user?.userId ?? null;
  const [kept, keep] = useStored<unknown>(preferencesKey(name), null);
  const preferences = useMemo(() => readPreferences(kept, userId), [kept, userId]);
  const sync = useMemo(
    () => (source && userId && !user?.viewedAs ? { source, transport, userId, list: name } : null),
    [source, transport, userId, user?.viewedAs, name],
  );
  useQuery(
    {
      queryKey: ["list settings", name],
      queryFn: async () => (await import("#web/list/listSync.ts")).readFromServer(sync!),
      enabled: sync !== null,
      staleTime: freshMs,
      retry: false,
    },
    queryClient,
  );
  const change = useCallback(
    (patch: Partial<Display>) => {
      keep({ ...preferences, ...patch, userId, isUnsent: true } satisfies StoredPreferences);
      if (sync) void import("#web/list/listSync.ts").then(({ sendLater }) => sendLater(sync));
    },
    [keep, preferences, userId, sync],
  );
  return [preferences, change];
}
