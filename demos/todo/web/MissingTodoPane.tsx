import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { DetailPane } from "#web/panes/DetailPane.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconTrash } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type MissingTodoPaneProps = { readonly panelRef: RefObject<HTMLElement | null>; readonly onClose: () => void };

/** The address names a to-do that is not there, or not this person's. */
export function MissingTodoPane({ panelRef, onClose }: MissingTodoPaneProps) {
  const t = useMessages("todo");
  const shell = useMessages();
  return (
    <DetailPane label={t("detail.label")} panelRef={panelRef} onClose={onClose}>
      <EmptyState
        icon={<IconTrash size={24} aria-hidden="true" />}
        title={t("empty.goneTitle")}
        text={t("empty.goneText")}
        action={
          <Button variant="default" onClick={onClose}>
            {shell("buttons.close")}
          </Button>
        }
      />
    </DetailPane>
  );
}
