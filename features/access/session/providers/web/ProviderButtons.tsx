import { Button } from "@mantine/core";
import { type Provider, providers } from "#features/access/providers/contract.ts";
import { passwordPath } from "#features/access/providers/rules.ts";
import styles from "#features/access/session/providers/web/ProviderButtons.module.css";
import { useProviderSignIn } from "#features/access/session/providers/web/useProviderSignIn.ts";
import { useRead } from "#web/operations.ts";
import { IconKey } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

type ProviderButtonsProps = {
  readonly isBusy: boolean;
  readonly onFail: (reason: string | null) => void;
};

/** A button for each provider that is set up. */
export function ProviderButtons({ isBusy, onFail }: ProviderButtonsProps) {
  const messages = useMessages("session");
  const list = useRead(providers.list, {});
  const { leave, leavingFor, redirect } = useProviderSignIn(onFail);
  if (!list.data || list.data.rows.length === 0) return null;
  const titleOf = ({ name: provider }: Provider) => messages("providers.signInWith", { provider });
  return (
    <section className={styles.providers} aria-label={messages("providers.title")}>
      {list.data.rows.map((provider) =>
        provider.kind === "openId" ? (
          <Button
            key={provider.code}
            variant="default"
            fullWidth
            size="md"
            leftSection={<IconKey size={18} aria-hidden="true" />}
            disabled={isBusy || leavingFor !== null}
            loading={leavingFor === provider.code}
            onClick={() => void leave(provider.code)}
          >
            {titleOf(provider)}
          </Button>
        ) : (
          <LinkButton
            key={provider.code}
            variant="default"
            fullWidth
            size="md"
            leftSection={<IconKey size={18} aria-hidden="true" />}
            to={passwordPath.replace("$provider", provider.code)}
            {...(redirect === undefined ? {} : { search: { redirect } })}
          >
            {titleOf(provider)}
          </LinkButton>
        ),
      )}
    </section>
  );
}
