import { use } from "react";
import { useOpenLayer } from "#web/layout/frameLayers.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useLoadedParts } from "#web/layout/panels/useLoadedParts.ts";
import type { Screens } from "#web/screens.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconLayoutSidebarRight, IconMessages } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const buttonOf = ({ quickPanel }: Screens) => quickPanel?.button;

type PanelButtonsProps = { readonly wanted: { readonly quick: boolean; readonly chat: boolean } };

/** Opens the side panels that an area fills and the user wants. */
export function PanelButtons({ wanted }: PanelButtonsProps) {
  const messages = useMessages("layout");
  const open = useOpenLayer();
  const { panelAreas } = use(KnownScreensContext);
  const buttons = useLoadedParts(panelAreas, buttonOf);
  const isQuickFilled = panelAreas.some(({ quickPanel }) => quickPanel);
  const hasOwnButton = panelAreas.some(buttonOf);
  return (
    <>
      {wanted.quick && buttons.map(({ name, Part }) => <Part key={name} onOpen={() => open("quick")} />)}
      {wanted.quick && isQuickFilled && !hasOwnButton && (
        <IconButton label={messages("panels.quick")} onClick={() => open("quick")}>
          <IconLayoutSidebarRight size={20} aria-hidden="true" className="flip" />
        </IconButton>
      )}
      {wanted.chat && panelAreas.some(({ chatPanel }) => chatPanel) && (
        <IconButton label={messages("panels.chat")} onClick={() => open("chat")}>
          <IconMessages size={20} aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}
