import { lazy, Suspense, useState } from "react";
import { useKeys } from "#web/ui/useKeys.ts";
import { useMessages } from "#web/useMessages.ts";

const HelpPanel = lazy(() =>
  import("#demos/knowledge-base/web/HelpPanel.tsx").then((module) => ({ default: module.HelpPanel })),
);

/** F1 opens the articles about the current screen, on every screen. */
export function HelpKey() {
  const t = useMessages("articles");
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys: "F1", label: t("help.key"), onKey: () => setOpen(true), scope: "everywhere" }]);
  return isOpen ? (
    <Suspense>
      <HelpPanel onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
