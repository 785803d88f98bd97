import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconAlertTriangle, IconRefresh } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type ErrorStateProps = { readonly error: unknown; readonly onRetry: () => void; readonly isRetrying?: boolean };

/** A reading that failed: why, and Try again. What was filtered or typed around it stays. */
export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const words = useMessages();
  // A record that could not be read has no name to show, and its screen no heading but this.
  const [isScreen, setScreen] = useState(false);
  const handleDrawn = useCallback((drawn: HTMLElement | null) => {
    if (drawn) setScreen(document.querySelector("main h1") === null);
  }, []);
  return (
    <div role="alert" ref={handleDrawn}>
      <EmptyState
        isScreen={isScreen}
        icon={<IconAlertTriangle size={24} aria-hidden="true" />}
        title={words("screens.readFailedTitle")}
        text={textOf(isAboutAddress(error) ? commonRefusals.not_found() : error)}
        action={
          <Button
            variant="default"
            loading={isRetrying}
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={onRetry}
          >
            {words("buttons.retry")}
          </Button>
        }
      />
    </div>
  );
}

/** An address that was cut off or mistyped names a record by something that is no id. There is none, and no field to attend to. */
const isAboutAddress = (error: unknown) =>
  error instanceof Refusal &&
  error.code === commonRefusals.invalid_input.code &&
  error.errors.some(({ path }) => /^id$|Id$/.test(path));
