import { Button } from "@mantine/core";
import { type OwnIdentity, providers } from "#features/access/providers/contract.ts";
import { IdentityLine } from "#features/access/providers/web/IdentityLine.tsx";
import { changePasswordPath } from "#web/guard.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { CardLines } from "#web/ui/CardLine.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconLink } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The external identities that are linked to the user, with a button to unlink them. */
export function IdentitiesScreen() {
  const messages = useMessages("providers");
  const list = useRead(providers.listOwn, {});
  const { unlink, isPending } = useUnlink();
  const rows = list.data?.rows ?? [];
  const breadcrumbs = [{ title: messages("password"), to: changePasswordPath }, { title: messages("title") }];
  return (
    <Page title={messages("title")} layout="boxed" breadcrumbs={breadcrumbs}>
      <CardSection lead={messages("lead")} isBusy={list.isPending}>
        {list.isPending && <SkeletonRows rows={2} />}
        {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && rows.length === 0 && (
          <EmptyState
            icon={<IconLink size={24} aria-hidden="true" />}
            title={messages("none")}
            text={messages("noneText")}
          />
        )}
        <CardLines>
          {rows.map((identity) => (
            <IdentityLine
              key={identity.id}
              identity={identity}
              readAt={list.dataUpdatedAt}
              action={
                <Button variant="default" size="xs" disabled={isPending} onClick={() => void unlink(identity)}>
                  {messages("unlink")}
                </Button>
              }
            />
          ))}
        </CardLines>
      </CardSection>
    </Page>
  );
}

function useUnlink() {
  const messages = useMessages("providers");
  const toast = useToast();
  const confirm = useConfirm();
  const { mutate, isPending } = useWrite(providers.unlink, { refreshes: [providers.listOwn] });
  const unlink = async ({ id, provider }: OwnIdentity) => {
    if (!(await confirm({ named: provider, confirmLabel: messages("unlink"), isDangerous: true }))) return;
    mutate(
      { identityId: id },
      {
        onSuccess: () => toast({ text: messages("unlinked", { provider }) }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  };
  return { unlink, isPending };
}
