import { homePath } from "#web/guard.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconHome, IconMapOff } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useWords } from "#web/useWords.ts";

/** Where an unknown path leads (spec 000 §2). */
export function NotFoundScreen() {
  const words = useWords();
  return (
    <Page title={words("screens.notFoundTitle")} isStarrable={false}>
      <EmptyState
        icon={<IconMapOff size={24} aria-hidden="true" />}
        title="404"
        text={words("screens.notFoundText")}
        action={
          <LinkButton to={homePath} leftSection={<IconHome size={16} aria-hidden="true" />}>
            {words("screens.toHome")}
          </LinkButton>
        }
      />
    </Page>
  );
}
