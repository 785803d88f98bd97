import { Button } from "@mantine/core";
import { useState } from "react";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/scope/web/ScopeLines.module.css";
import { ScopeLine } from "#features/halal/certificates/scope/web/ScopeLine.tsx";
import { useMatching } from "#features/halal/certificates/scope/web/useMatches.ts";
import { formatNumber } from "#web/formats.ts";
import { ImpactConfirmation } from "#web/record/ImpactConfirmation.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ScopeLinesProps = {
  readonly certificate: Certificate;
  /** Only the first, those without a product before the others. */
  readonly isBrief?: boolean;
  readonly chosen?: ReadonlySet<string>;
  readonly onChoose?: (lineId: string, isChosen: boolean) => void;
};

const briefMax = 6;

/** The lines of a scope with the products they are, and what those without one may be. */
export function ScopeLines({ certificate, isBrief = false, chosen, onChoose }: ScopeLinesProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const matching = useMatching(certificate);
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const { listed, matched } = certificate.lineCounts;
  const figure = (value: number) => formatNumber(language, value);
  const ordered = isBrief
    ? [
        ...matching.rows.filter(({ product }) => product === null),
        ...matching.rows.filter(({ product }) => product !== null),
      ]
    : matching.rows;
  const shown = isBrief ? ordered.filter(({ status }) => status === "listed").slice(0, briefMax) : ordered;
  return (
    <section className={classes.scope} aria-label={t("tabs.scope")}>
      <header className={classes.head}>
        <h2>{t("scope.title")}</h2>
        <span>{t("scope.matched", { matched: figure(matched), listed: figure(listed) })}</span>
        {matching.mayMatch && matching.exact.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={matching.isPending}
            onClick={() => void matching.link(matching.exact)}
          >
            {t("scope.acceptExact", { count: matching.exact.length, figure: figure(matching.exact.length) })}
          </Button>
        )}
      </header>
      {matching.error && <ErrorState error={matching.error} onRetry={() => void matching.refetch()} />}
      {matching.isWaiting && !matching.error && <SkeletonRows rows={3} rowPx={48} />}
      {!matching.isWaiting && shown.length === 0 && <p className={classes.none}>{t("scope.none")}</p>}
      <ul className={classes.lines}>
        {shown.map((line) => (
          <ScopeLine
            key={line.id}
            line={line}
            matching={matching}
            isRejected={rejected.has(line.id)}
            onReject={() => setRejected(new Set([...rejected, line.id]))}
            {...(onChoose ? { isChosen: chosen?.has(line.id) ?? false, onChoose } : {})}
          />
        ))}
      </ul>
      {isBrief && ordered.length > briefMax && (
        <p className={classes.none}>{t("scope.further", { figure: figure(ordered.length - shown.length) })}</p>
      )}
      <ImpactConfirmation impact={matching.impact} />
    </section>
  );
}
