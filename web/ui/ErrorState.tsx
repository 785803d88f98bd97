import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconAlertTriangle, IconRefresh } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type ErrorStateProps = { readonly error: unknown; readonly onRetry: () => void; readonly isRetrying?: boolean };

/** A failed read: why, and Try again. Filters and typed text around it stay. */
export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const messages = useMessages();
  // If a record can't be read, its name is unknown and the screen has no other heading.
  const [isScreen, setScreen] = useState(false);
  const handleDrawn = useCallback((drawn: HTMLElement | null) => {
    if (drawn) setScreen(document.querySelector("main h1") === null);
  }, []);
  return (
    <div role="alert" ref={handleDrawn}>
      <EmptyState
        isScreen={isScreen}
        icon={<IconAlertTriangle size={24} aria-hidden="true" />}
        title={messages("screens.readFailedTitle")}
        text={textOf(isAboutAddress(error) ? commonRefusals.not_found() : error)}
        action={
          <Button
            variant="default"
            loading={isRetrying}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={onRetry}
          >
            {messages("buttons.retry")}
          </Button>
        }
      />
    </div>
  );
}

/** A truncated or mistyped address has something that is not an id. There is no such record, and no field to fix. */
const isAboutAddress = (error: unknown) =>
  error instanceof Refusal &&
  error.code === commonRefusals.invalid_input.code &&
  error.errors.some(({ path }) => /^id$|Id$/.test(path));
