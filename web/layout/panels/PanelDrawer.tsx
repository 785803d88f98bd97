import { Drawer } from "@mantine/core";
import { type ComponentType, type ReactNode, use, useState } from "react";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import styles from "#web/layout/panels/PanelDrawer.module.css";
import { useLoadedParts } from "#web/layout/panels/useLoadedParts.ts";
import type { PanelPartProps, Screens } from "#web/screens.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconX } from "#web/ui/icons.ts";
import { useFocusBack } from "#web/ui/useFocusBack.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useMessages } from "#web/useMessages.ts";

const panelPx = 380;

type PanelDrawerProps = {
  readonly title: string;
  readonly onClose: () => void;
} & (
  | { readonly partOf: (area: Screens) => (() => Promise<ComponentType<PanelPartProps>>) | undefined }
  | { readonly children: ReactNode }
);

/** A panel of 380 px at the end of the frame, above the screen, which stays visible and usable. */
export function PanelDrawer(props: PanelDrawerProps) {
  const { title, onClose } = props;
  const messages = useMessages();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(true);
  useFocusBack(isOpen);
  const leave = () => setOpen(false);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={leave}
      onExitTransitionEnd={onClose}
      position="right"
      size={isPhone ? "100%" : panelPx}
      classNames={{ overlay: styles.scrim, content: styles.panel, body: styles.body }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={title} data-side-panel>
        <div className={styles.head}>
          <h2>{title}</h2>
          <IconButton label={messages("buttons.close")} onClick={leave}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        {/* A region that scrolls must be reachable with the keyboard. */}
        <Drawer.Body tabIndex={0} role="group" aria-label={title}>
          {"partOf" in props ? <Parts partOf={props.partOf} onClose={leave} /> : props.children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

type PartsProps = PanelPartProps & { readonly partOf: Extract<PanelDrawerProps, { partOf: unknown }>["partOf"] };

function Parts({ partOf, onClose }: PartsProps) {
  const { panelAreas } = use(KnownScreensContext);
  return useLoadedParts(panelAreas, partOf).map(({ name, Part }) => <Part key={name} onClose={onClose} />);
}
