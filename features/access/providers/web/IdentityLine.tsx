import type { ReactNode } from "react";
import type { OwnIdentity } from "#features/access/providers/contract.ts";
import { formatDate, formatDateTime, formatRelative } from "#web/formats.ts";
import { CardLine } from "#web/ui/CardLine.tsx";
import { IconKey } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type IdentityLineProps = {
  readonly identity: OwnIdentity;
  /** When the list was read, in milliseconds. */
  readonly readAt: number;
  readonly action: ReactNode;
};

/** One external identity: provider, address, when it was linked, and last use. */
export function IdentityLine({ identity, readAt, action }: IdentityLineProps) {
  const messages = useMessages("providers");
  const language = useLanguage();
  const { provider, email, linkedAt, lastUsedAt } = identity;
  return (
    <CardLine icon={<IconKey size={20} aria-hidden="true" />} name={provider} actions={action}>
      {email !== null && (
        <span>
          <bdi>{email}</bdi>
        </span>
      )}
      <span>
        <time dateTime={linkedAt}>{messages("linkedOn", { when: formatDate(language, linkedAt) })}</time>
        {" · "}
        <time dateTime={lastUsedAt} title={formatDateTime(language, lastUsedAt)}>
          {messages("lastUsed", { when: formatRelative(language, lastUsedAt, readAt) })}
        </time>
      </span>
    </CardLine>
  );
}
