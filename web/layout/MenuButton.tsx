import { useOpenLayer } from "#web/layout/frameLayers.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconMenu2 } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Opens the menu in a drawer, where it is not beside the screen. */
export function MenuButton() {
  const messages = useMessages();
  const open = useOpenLayer();
  return (
    <IconButton label={messages("frame.openMenu")} onClick={() => open("menu")}>
      <IconMenu2 size={22} aria-hidden="true" />
    </IconButton>
  );
}
