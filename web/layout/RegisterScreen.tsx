import { loginPath } from "#web/guard.ts";
import { IconUserPlus } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { MessageScreen } from "#web/ui/MessageScreen.tsx";
import { useWords } from "#web/useWords.ts";

/** What Register of the signed-out menu leads to (spec 000 §2): nobody makes an account here by themselves. */
export function RegisterScreen() {
  const words = useWords();
  return (
    <MessageScreen
      icon={<IconUserPlus size={28} aria-hidden="true" />}
      eyebrow={words("frame.register")}
      title={words("screens.registerTitle")}
      text={words("screens.registerText")}
      action={<LinkButton to={loginPath}>{words("frame.login")}</LinkButton>}
    />
  );
}
