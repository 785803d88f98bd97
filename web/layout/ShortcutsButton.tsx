import { lazy } from "react";
import { MenuOnDemand } from "#web/layout/MenuOnDemand.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconStar } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const ShortcutsLayer = lazy(() =>
  import("#web/layout/ShortcutsLayer.tsx").then((module) => ({ default: module.ShortcutsLayer })),
);

/** Opens the starred pages. */
export function ShortcutsButton() {
  const messages = useMessages("layout");
  return (
    <MenuOnDemand
      popup="dialog"
      renderLayer={(props) => <ShortcutsLayer {...props} />}
      renderButton={(props) => (
        <IconButton {...props} label={messages("shortcuts.title")}>
          <IconStar size={20} aria-hidden="true" />
        </IconButton>
      )}
    />
  );
}
