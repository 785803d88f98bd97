import { useLocation } from "@tanstack/react-router";
import { homePath } from "#web/guard.ts";
import { eventsPath } from "#base/menuItems.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { useMenuTitle } from "#web/layout/useMenu.ts";
import { IconSparkles } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MessageScreen } from "#web/ui/MessageScreen.tsx";
import { useMessages } from "#web/useMessages.ts";

const aboutByPath: Readonly<Record<string, MessageKey<"layout">>> = {
  [eventsPath]: "coming.events",
};

/** A menu entry that has no feature yet. */
export function ComingScreen() {
  const messages = useMessages();
  const layoutMessages = useMessages("layout");
  const menuTitle = useMenuTitle();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const title = path === eventsPath ? layoutMessages("shortcuts.events") : (menuTitle(path) ?? messages("appName"));
  return (
    <MessageScreen
      icon={<IconSparkles size={28} aria-hidden="true" />}
      title={messages("screens.comingTitle", { title })}
      text={path in aboutByPath ? layoutMessages(aboutByPath[path]!) : messages("screens.comingText")}
      action={
        <LinkButton variant="default" to={homePath}>
          {messages("screens.toHome")}
        </LinkButton>
      }
    />
  );
}
