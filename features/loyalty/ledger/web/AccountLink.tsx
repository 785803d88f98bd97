import { Link } from "@tanstack/react-router";
import type { AccountReference } from "#features/loyalty/ledger/contract/accounts.ts";
import { ledger } from "#features/loyalty/ledger/contract.ts";
import { accountText, statementPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { useCan } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

type AccountLinkProps = {
  readonly account: AccountReference;
  /** False for an account that the reader may not see. */
  readonly isReadable?: boolean;
};

/** An account in words, linked to its statement. */
export function AccountLink({ account, isReadable = true }: AccountLinkProps) {
  const t = useMessages("ledger");
  const can = useCan();
  const text = <bdi>{accountText(account, t)}</bdi>;
  return isReadable && can(ledger.statement) ? <Link to={statementPath(account.id)}>{text}</Link> : text;
}
