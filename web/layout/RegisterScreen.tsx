import { loginPath } from "#web/guard.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconUserPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useWords } from "#web/useWords.ts";

/** What Register of the signed-out menu leads to (spec 000 §2): nobody makes an account here by themselves. */
export function RegisterScreen() {
  const words = useWords();
  return (
    <Page title={words("frame.register")} isStarrable={false}>
      <EmptyState
        icon={<IconUserPlus size={24} aria-hidden="true" />}
        title={words("screens.registerTitle")}
        text={words("screens.registerText")}
        action={<LinkButton to={loginPath}>{words("frame.login")}</LinkButton>}
      />
    </Page>
  );
}
