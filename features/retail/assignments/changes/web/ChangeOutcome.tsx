import type { ChangePreview, LineOutcome } from "#features/retail/assignments/contract/changes.ts";
import classes from "#features/retail/assignments/changes/web/ChangeOutcome.module.css";
import { FindingLine } from "#features/retail/assignments/changes/web/FindingLine.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { useMessages } from "#web/useMessages.ts";

const order: readonly LineOutcome[] = [
  "create",
  "propose",
  "change",
  "blocked",
  "wrong_currency",
  "rate_too_high",
  "cap_below_amount",
  "overlaps",
  "ended",
  "already",
];

type ChangeOutcomeProps = {
  readonly preview: ChangePreview;
  /** If assignments are created and not changed. */
  readonly isNew?: boolean;
};

/** The numbers of a preview, and the reasons of blocked lines. */
export function ChangeOutcome({ preview, isNew = false }: ChangeOutcomeProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const blocked = preview.lines.filter(({ outcome }) => outcome === "blocked");
  return (
    <div className={classes.outcome}>
      <ul className={classes.figures}>
        {order
          .filter((outcome) => (preview.counts[outcome] ?? 0) > 0)
          .map((outcome) => (
            <li key={outcome} data-outcome={outcome}>
              {t(outcome === "already" && !isNew ? "alreadySo" : `outcomes.${outcome}`)}{" "}
              <strong>{texts.figure(preview.counts[outcome]!)}</strong>
            </li>
          ))}
      </ul>
      {blocked.map(({ product, retailer, findings }) => (
        <div key={`${product.id} ${retailer.id}`} className={classes.line}>
          <bdi>{texts.nameOf(product)}</bdi>
          {findings.map((finding) => (
            <FindingLine key={finding.reason} finding={finding} product={{ id: product.id }} retailerId={retailer.id} />
          ))}
        </div>
      ))}
    </div>
  );
}
