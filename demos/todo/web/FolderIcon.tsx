import { NamedIcon } from "#demos/icons/web/NamedIcon.tsx";
import { allFolder, type Folder } from "#demos/todo/contract.ts";
import { chosenIconOf } from "#demos/todo/rules.ts";
import { IconFolder, IconInbox } from "#web/ui/icons.ts";

/** The icon that the user chose for a folder, otherwise that of all folders. */
export function FolderIcon({ folder, sizePx }: { readonly folder: Folder; readonly sizePx: number }) {
  if (folder.id === allFolder.id) return <IconInbox size={sizePx} aria-hidden="true" />;
  return <NamedIcon name={chosenIconOf(folder)} sizePx={sizePx} fallback={<IconFolder size={sizePx} />} />;
}
