import { lazy, Suspense } from "react";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

// Requested here and not with the route, which would name all of its chunks in the script of the first page.
const catalogue = import("#demos/icons/web/IconCatalogue.tsx");
/** Apart, because the names of all icons are half of what the screen loads. */
const IconCatalogue = lazy(() => catalogue.then((module) => ({ default: module.IconCatalogue })));

export function IconsScreen() {
  const t = useMessages("icons");
  return (
    <Page title={t("title")} layout="fill">
      <Suspense fallback={<SkeletonRows />}>
        <IconCatalogue />
      </Suspense>
    </Page>
  );
}
