import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { Refusal } from "#base/refusal.ts";
import { homePath } from "#web/guard.ts";
import { rolesText, useSignedInUser } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconAlertTriangle, IconLock, IconRefresh } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MessageScreen } from "#web/ui/MessageScreen.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ScreenFailureProps = { readonly error: unknown; readonly reset: () => void };

/** Shown in place of a screen that failed: a missing permission, code that did not load, or an error. */
export const ScreenFailure = ({ error, reset }: ScreenFailureProps) =>
  error instanceof Refusal && error.code === "permission_denied" ? (
    <DeniedScreen />
  ) : (
    <BrokenScreen error={error} onReset={reset} />
  );

function DeniedScreen() {
  const words = useMessages();
  const language = useLanguage();
  const user = useSignedInUser();
  return (
    <MessageScreen
      icon={<IconLock size={28} aria-hidden="true" />}
      title={words("screens.deniedTitle")}
      text={user && words("screens.deniedText", { role: rolesText(user, language) })}
      action={
        <LinkButton variant="default" to={homePath}>
          {words("screens.toHome")}
        </LinkButton>
      }
    />
  );
}

function BrokenScreen({ error, onReset }: { readonly error: unknown; readonly onReset: () => void }) {
  const words = useMessages();
  const router = useRouter();
  const handleRetry = () => {
    onReset();
    void router.invalidate();
  };
  return (
    <MessageScreen
      icon={<IconAlertTriangle size={28} aria-hidden="true" />}
      eyebrow={textOf(error)}
      title={words("screens.brokenTitle")}
      text={words("screens.brokenText")}
      action={
        <Button leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={handleRetry}>
          {words("buttons.retry")}
        </Button>
      }
    />
  );
}
