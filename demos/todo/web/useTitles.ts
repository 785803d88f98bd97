import { useMemo } from "react";
import { allFolder, filterHandles, firstLabels, type Folder, type Label } from "#demos/todo/contract.ts";
import type { View } from "#demos/todo/rules.ts";
import { useMessages } from "#web/useMessages.ts";

type Lists = { readonly folders: readonly Folder[]; readonly labels: readonly Label[] };

/** The titles of folders, labels and views. The initial ones are translated into the language of the screen. */
export function useTitles() {
  const t = useMessages("todo");
  return useMemo(() => {
    const label = ({ handle, title }: Pick<Label, "handle" | "title">) => {
      const first = firstLabels.find((each) => each.handle === handle && each.title === title);
      return first ? t(`labels.${first.handle}`) : title;
    };
    const folder = ({ id, title }: Pick<Folder, "id" | "title">) => (id === allFolder.id ? t("folders.all") : title);
    /** `null` for an unknown handle. */
    const view = ({ kind, handle }: View, { folders, labels }: Lists): string | null => {
      if (kind === "filter") {
        const filter = filterHandles.find((known) => known === handle);
        return filter ? t(`filters.${filter}`) : null;
      }
      if (kind === "folder" && handle === allFolder.handle) return t("folders.allTitle");
      const found = (kind === "folder" ? folders : labels).find((row) => row.handle === handle);
      if (found === undefined) return null;
      return "color" in found ? label(found) : folder(found);
    };
    return { label, folder, view };
  }, [t]);
}
