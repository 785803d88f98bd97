import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type LedgerTransactionDetails } from "#features/loyalty/ledger/contract.ts";
import { FactLines } from "#features/loyalty/ledger/web/FactLines.tsx";
import { adjustmentsPath, ledgerPath } from "#features/loyalty/ledger/web/useLedgerTexts.ts";
import { formatDateTime } from "#web/formats.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The pages of what transactions are posted for. */
const referencePaths: Readonly<Record<string, `/${string}`>> = {
  adjustment: adjustmentsPath,
  brand: "/apps/brand/brands",
  cashback: "/apps/e-wallet/cashback",
  redemption: "/apps/promocode/redemptions",
};

/** Why it was posted, by whom, and which seal contains it. */
export function TransactionFacts({ transaction }: { readonly transaction: LedgerTransactionDetails }) {
  const t = useMessages("ledger");
  const language = useLanguage();
  const { id, referenceKind, referenceId, reversesId, reversedById, effectiveAt, actorId, actorName } = transaction;
  const { reason, seal } = transaction;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("facts.reference"), referenceKind && <Reference kind={referenceKind} id={referenceId ?? ""} />],
    [t("facts.reason"), reason && <bdi>{reason}</bdi>],
    [t("facts.reverses"), reversesId && <TransactionLink id={reversesId} />],
    [t("facts.reversedBy"), reversedById && <TransactionLink id={reversedById} />],
    [t("facts.effectiveAt"), formatDateTime(language, effectiveAt)],
    [t("facts.actor"), actorId === null ? t("facts.system") : <bdi>{actorName ?? actorId}</bdi>],
    [
      t("facts.seal"),
      seal === null
        ? t("facts.unsealed")
        : t("facts.sealed", { number: seal.number, when: formatDateTime(language, seal.sealedAt) }),
    ],
    [
      t("facts.id"),
      <code key="id" dir="ltr">
        {id}
      </code>,
    ],
  ];
  return (
    <CardSection title={t("facts.title")}>
      <FactLines facts={facts} />
    </CardSection>
  );
}

const TransactionLink = ({ id }: { readonly id: string }) => (
  <Link to={`${ledgerPath}/${id}`}>
    <code dir="ltr">{id}</code>
  </Link>
);

function Reference({ kind, id }: { readonly kind: string; readonly id: string }) {
  const t = useMessages("ledger");
  const title = t(`reference.${kind}`, { defaultValue: kind.replaceAll("_", " ") });
  const { [kind]: path } = referencePaths;
  if (path !== undefined) return <Link to={`${path}/${id}`}>{title}</Link>;
  return (
    <>
      {title} <code dir="ltr">{id}</code>
    </>
  );
}
