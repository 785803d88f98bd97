import { useMemo } from "react";
import type { TreeRow } from "#features/catalogue/categories/contract.ts";
import { pathSign } from "#features/catalogue/categories/rules.ts";
import { useLanguage } from "#web/useMessages.ts";

export type PathChoice = Pick<TreeRow, "id" | "status" | "depth"> & { readonly path: string };

/** The categories with their whole paths in the language of the screen, in the order of the tree. */
export function usePathChoices(rows: readonly TreeRow[]): readonly PathChoice[] {
  const language = useLanguage();
  return useMemo(() => {
    const paths = new Map<string, string>();
    return rows.map((row) => {
      const name = row.nameI18n[language] ?? row.name;
      const above = row.parentId === null ? undefined : paths.get(row.parentId);
      const path = above === undefined ? name : above + pathSign + name;
      paths.set(row.id, path);
      return { id: row.id, status: row.status, depth: row.depth, path };
    });
  }, [rows, language]);
}
