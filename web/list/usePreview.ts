import { useMatch, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import type { Search } from "#web/searchText.ts";

type PreviewState = readonly [id: string | null, show: (id: string | null) => void];

/** The record that the preview shows, `?preview=<id>`. It is not part of what the list shows. */
export function usePreview(path: string, activeId: string | null): PreviewState {
  const id = useMatch({ strict: false, select: ({ search }) => (search as Search)["preview"] });
  const router = useRouter();
  const show = useCallback(
    (next: string | null) => {
      const { preview: _, ...search } = router.latestLocation.search as Search;
      const shown = next === null ? search : { ...search, preview: next };
      void router.navigate({ to: path, search: shown, replace: true, resetScroll: false });
    },
    [router, path],
  );
  const shownId = typeof id === "string" ? id : null;
  // It follows the row that the keys move to.
  useEffect(() => {
    if (shownId !== null && activeId !== null && activeId !== shownId) show(activeId);
    // oxlint-disable-next-line react/exhaustive-deps -- only a move is a reason, not a preview that opens
  }, [activeId]);
  return [shownId, show];
}
