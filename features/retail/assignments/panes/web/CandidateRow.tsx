import type { Candidate } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/panes/web/CataloguePane.module.css";
import { FindingLine } from "#features/retail/assignments/changes/web/FindingLine.tsx";
import { HalalChip } from "#features/retail/assignments/panes/web/HalalChip.tsx";
import { ProductCell } from "#features/retail/assignments/panes/web/ProductCell.tsx";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { isScheduled } from "#features/retail/assignments/rules.ts";
import { useNow } from "#web/record/useNow.ts";
import { useMessages } from "#web/useMessages.ts";

type CandidateRowProps = {
  readonly row: Candidate;
  readonly retailerId: string;
  /** For several retailers: only what is the same for all of them. */
  readonly isPlain: boolean;
  readonly isChosen: boolean;
  readonly onToggle: (isChosen: boolean) => void;
};

/** A product of the catalogue: its terms here, and the findings against it. */
export function CandidateRow({ row, retailerId, isPlain, isChosen, onToggle }: CandidateRowProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const { product, elsewhere } = row;
  const assignment = isPlain ? null : row.assignment;
  const findings = isPlain ? [] : row.findings;
  const now = useNow();
  const name = texts.nameOf(product);
  const isBlocked = findings.some((finding) => finding.isBlocking);
  return (
    <div
      role="listitem"
      className={classes.row}
      data-chosen={isChosen ? "" : undefined}
      data-off={isBlocked || assignment ? "" : undefined}
    >
      {assignment ? (
        <span />
      ) : (
        <CheckMark
          label={t("choose", { name })}
          isChecked={isChosen}
          // One that was selected before can still be taken out.
          isDisabled={isBlocked && !isChosen}
          onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
        />
      )}
      <ProductCell image={product.image}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.sub}>
          <bdi>{texts.nameOf(product.brand)}</bdi>
          {product.gtin && (
            <>
              {" · "}
              <bdi dir="ltr">{product.gtin.replace(/^0+(?=\d{8})/, "")}</bdi>
            </>
          )}
        </span>
        {!isPlain && <Elsewhere elsewhere={elsewhere} />}
      </ProductCell>
      <div className={classes.badge}>
        {assignment ? (
          <StatusBadge tone="info">
            {t(isScheduled(assignment, new Date(now).toISOString()) ? "status.scheduled" : "already")}
          </StatusBadge>
        ) : (
          <HalalChip halal={row.halal} />
        )}
      </div>
      {!isPlain && (
        <>
          <span className={`${classes.figure} ${classes.price}`}>{texts.price(row.price)}</span>
          <span className={`${classes.figure} ${classes.rate}`}>
            <strong>{texts.rate(row.rate, row.price?.currency ?? null)}</strong>
            <span className={classes.sub}>{texts.source(row.rate)}</span>
          </span>
        </>
      )}
      <Findings findings={findings} product={product} retailerId={retailerId} />
    </div>
  );
}

type FindingsProps = Pick<Candidate, "findings" | "product"> & { readonly retailerId: string };

const Findings = ({ findings, product: { id, brand }, retailerId }: FindingsProps) =>
  findings.length > 0 && (
    <div className={classes.findings}>
      {findings.map((finding) => (
        <FindingLine
          key={finding.reason}
          finding={finding}
          product={{ id, brandId: brand.id }}
          retailerId={retailerId}
        />
      ))}
    </div>
  );

/** Other assignments at this retailer. */
function Elsewhere({ elsewhere: { isAtAll, placesCount } }: Pick<Candidate, "elsewhere">) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  if (!isAtAll && placesCount === 0) return null;
  return (
    <span className={classes.sub}>
      {isAtAll ? t("elsewhere.all") : t("elsewhere.places", { count: placesCount, figure: texts.figure(placesCount) })}
    </span>
  );
}
