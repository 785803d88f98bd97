import { useState } from "react";
import type { Operation } from "#base/contract.ts";
import { type DocumentRow, documents } from "#demos/files/contract.ts";
import { call } from "#web/call.ts";
import { newId } from "#web/newId.ts";
import { refresh } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

export const fileReads: readonly Operation[] = [documents.list, documents.folders, documents.get];

type Items = readonly Pick<DocumentRow, "id" | "name">[];
export type NameAndIcon = Pick<DocumentRow, "name" | "icon">;
export type Clipboard = { readonly kind: "copy" | "move"; readonly items: Items };
export type FileActions = ReturnType<typeof useFileActions>;

const idsOf = (items: Items) => items.map(({ id }) => id);

/** What can be done with items, one or many: each with a toast, and with Undo where it can be undone. */
export function useFileActions() {
  const { transport } = useApiClient();
  const t = useMessages("documents");
  const toast = useToast();
  const confirm = useConfirm();
  const run = useRun();
  const [clipboard, setClipboard] = useState<Clipboard | null>(null);
  const undo = (onAction: () => void) => ({ label: t("undo"), onAction });
  const restore = (items: Items) =>
    run(async () => {
      await call(transport, documents.restore, { ids: idsOf(items) });
      toast({ text: t("toasts.restored", { count: items.length }) });
    });
  const trash = (items: Items) =>
    run(async () => {
      const { changed } = await call(transport, documents.trash, { ids: idsOf(items) });
      if (changed.length === 0) return;
      toast({
        text: t("toasts.trashed", { count: changed.length }),
        action: undo(() => void restore(items.filter(({ id }) => changed.includes(id)))),
      });
    });
  const move = (items: Items, { to, from }: { to: string | null; from?: string | null | undefined }): Promise<void> =>
    run(async () => {
      await call(transport, documents.move, { ids: idsOf(items), parentId: to });
      toast({
        text: t("toasts.moved", { count: items.length }),
        // From one folder they can go back together.
        ...(from === undefined ? {} : { action: undo(() => void move(items, { to: from })) }),
      });
    });
  const copy = (items: Items, to: string | null) =>
    run(async () => {
      const copies = items.map(({ id }) => ({ from: id, to: newId() }));
      await call(transport, documents.copy, { copies, parentId: to });
      const made = copies.map((each, at) => ({ id: each.to, name: items[at]!.name }));
      toast({ text: t("toasts.copied", { count: items.length }), action: undo(() => void trash(made)) });
    });
  return {
    clipboard,
    setClipboard,
    trash,
    restore,
    move,
    copy,
    change: ({ id, version, ...before }: Pick<DocumentRow, "id" | "version" | keyof NameAndIcon>, set: NameAndIcon) =>
      run(async () => {
        const named = set.name === before.name ? {} : { name: set.name };
        const changed = set.icon === before.icon ? named : { ...named, icon: set.icon };
        if (Object.keys(changed).length > 0) await call(transport, documents.update, { id, version, ...changed });
      }),
    createFolder: (parentId: string | null, set: NameAndIcon) =>
      run(() => call(transport, documents.createFolder, { id: newId(), parentId, ...set })),
    paste: (to: string | null) => {
      if (clipboard === null) return;
      if (clipboard.kind === "copy") void copy(clipboard.items, to);
      else void move(clipboard.items, { to });
      setClipboard(null);
    },
    remove: async (items: Items) => {
      const [title, text] = [t("remove.title", { count: items.length }), t("remove.text")];
      if (!(await confirm({ title, text, confirmLabel: t("remove.confirm"), isDangerous: true }))) return;
      await run(async () => {
        await call(transport, documents.remove, { ids: idsOf(items) });
        toast({ text: t("toasts.removed", { count: items.length }) });
      });
    },
  };
}

/** Runs a change, says why it failed, and reads the lists again. */
function useRun() {
  const { queryClient } = useApiClient();
  const toast = useToast();
  return async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast({ variant: "error", text: textOf(error) });
    }
    await refresh(queryClient, fileReads);
  };
}
