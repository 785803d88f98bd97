import { use, useMemo } from "react";
import type { ListSync } from "#web/list/listSync.ts";
import { type Audience, ListViewsContext, type ViewValues } from "#web/list/listViewSource.ts";
import type { SavedView } from "#web/list/preferences.ts";
import { newId } from "#web/newId.ts";
import { useSignedInUser } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** Saves, changes, shares and deletes views of a list. A failure is shown, and rejects. */
export function useViewChanges(list: string) {
  const source = use(ListViewsContext);
  const { transport } = useApiClient();
  const userId = useSignedInUser()?.userId;
  const toast = useToast();
  return useMemo(() => {
    const run = async <Result>(work: (sync: ListSync) => Promise<Result>): Promise<Result> => {
      if (source === null || userId === undefined) throw new Error("no views: render inside startWeb");
      const sync = { source, transport, userId, list };
      try {
        return await work(sync);
      } catch (error) {
        toast({ variant: "error", text: textOf(error) });
        // Another user may have changed or deleted it.
        const { readFromServer } = await import("#web/list/listSync.ts");
        await readFromServer(sync).catch(() => {});
        throw error;
      }
    };
    const store = async (sync: ListSync, view: SavedView) => {
      (await import("#web/list/listSync.ts")).putView(sync, view);
      return view;
    };
    return {
      create: (values: ViewValues) =>
        run(async (sync) => {
          const id = newId();
          return store(sync, await (await sync.source()).create(transport, list, { id, ...values }));
        }),
      update: (view: SavedView, patch: Partial<ViewValues>) =>
        run(async (sync) => store(sync, await (await sync.source()).update(transport, view, patch))),
      share: (view: SavedView, audience: Audience) =>
        run(async (sync) => store(sync, await (await sync.source()).share(transport, view, audience))),
      remove: (view: SavedView) =>
        run(async (sync) => {
          await (await sync.source()).remove(transport, view);
          (await import("#web/list/listSync.ts")).dropView(sync, view.id);
        }),
    };
  }, [source, transport, userId, list, toast]);
}
