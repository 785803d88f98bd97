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
  const messages = useMessages();
  const language = useLanguage();
  const user = useSignedInUser();
  return (
    <MessageScreen
      icon={<IconLock size={28} aria-hidden="true" />}
      title={messages("screens.deniedTitle")}
      text={user && messages("screens.deniedText", { role: rolesText(user, language) })}
      action={
        <LinkButton variant="default" to={homePath}>
          {messages("screens.toHome")}
        </LinkButton>
      }
    />
  );
}

function BrokenScreen({ error, onReset }: { readonly error: unknown; readonly onReset: () => void }) {
  const messages = useMessages();
  const router = useRouter();
  const handleRetry = () => {
    onReset();
    void router.invalidate();
  };
  return (
    <MessageScreen
      icon={<IconAlertTriangle size={28} aria-hidden="true" />}
      eyebrow={textOf(error)}
      title={messages("screens.brokenTitle")}
      text={messages("screens.brokenText")}
      action={
        <Button leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={handleRetry}>
          {messages("buttons.retry")}
        </Button>
      }
    />
  );
}
