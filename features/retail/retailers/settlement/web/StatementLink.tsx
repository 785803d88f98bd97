import { statements } from "#features/loyalty/wallet/contract/statements.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

/** What the platform owes a retailer, line by line. */
export function StatementLink({ retailerId }: { readonly retailerId: string }) {
  const t = useMessages("retailers");
  return (
    <LinkButton
      to="/apps/e-wallet/statements"
      search={{ owner: "retailer", id: retailerId }}
      operation={statements.get}
      variant="default"
    >
      {t("settlement.statement")}
    </LinkButton>
  );
}
