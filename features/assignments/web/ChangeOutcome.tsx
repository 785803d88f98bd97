import type { ChangePreview, LineOutcome } from "#features/assignments/contract/changes.ts";
import classes from "#features/assignments/web/ChangeOutcome.module.css";
import { FindingLine } from "#features/assignments/web/FindingLine.tsx";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { useWords } from "#web/useWords.ts";

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

/** A preview in figures, and of what is blocked why. */
export function ChangeOutcome({ preview }: { readonly preview: ChangePreview }) {
  const t = useWords("assignments");
  const texts = useAssignTexts();
  const blocked = preview.lines.filter(({ outcome }) => outcome === "blocked");
  return (
    <div className={classes.outcome}>
      <ul className={classes.figures}>
        {order
          .filter((outcome) => (preview.counts[outcome] ?? 0) > 0)
          .map((outcome) => (
            <li key={outcome} data-outcome={outcome}>
              {t(`outcomes.${outcome}`)} <strong>{texts.figure(preview.counts[outcome]!)}</strong>
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
