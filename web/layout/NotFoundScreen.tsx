import { homePath } from "#web/guard.ts";
import { IconHome, IconMapOff } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MessageScreen } from "#web/ui/MessageScreen.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The screen for unknown paths (spec 000 §2). */
export function NotFoundScreen() {
  const messages = useMessages();
  return (
    <MessageScreen
      icon={<IconMapOff size={28} aria-hidden="true" />}
      eyebrow="404"
      title={messages("screens.notFoundTitle")}
      text={messages("screens.notFoundText")}
      action={
        <LinkButton to={homePath} leftSection={<IconHome size={16} aria-hidden="true" />}>
          {messages("screens.toHome")}
        </LinkButton>
      }
    />
  );
}
