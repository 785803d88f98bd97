import type { Assignment, AssignmentStatus } from "#features/assignments/contract/rows.ts";
import classes from "#features/assignments/web/AssignedPane.module.css";
import { FindingLine } from "#features/assignments/web/FindingLine.tsx";
import { HalalChip } from "#features/assignments/web/HalalChip.tsx";
import { useAssignTexts } from "#features/assignments/web/useAssignTexts.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconPencil } from "#web/ui/icons.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useWords } from "#web/useWords.ts";

const tones: Readonly<Record<AssignmentStatus, Tone>> = {
  active: "ok",
  paused: "warn",
  proposed: "info",
  ended: "mute",
};

type AssignedRowProps = {
  readonly row: Assignment;
  /** Null where nobody may do anything with it. */
  readonly isTicked: boolean | null;
  readonly onTick: (isTicked: boolean) => void;
  readonly onEdit: (() => void) | null;
};

/** One product that the retailer sells. */
export function AssignedRow({ row, isTicked, onTick, onEdit }: AssignedRowProps) {
  const t = useWords("assignments");
  const texts = useAssignTexts();
  const { product, location, status, price } = row;
  const name = texts.nameOf(product);
  return (
    <div role="listitem" className={classes.row} data-ticked={isTicked ? "" : undefined}>
      {isTicked === null ? (
        <span />
      ) : (
        <CheckMark
          label={t("choose", { name })}
          isChecked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        />
      )}
      <div>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.sub}>
          <bdi>{texts.nameOf(product.brand)}</bdi>
          {location && (
            <>
              {" · "}
              <bdi>{location.name}</bdi>
            </>
          )}
        </span>
      </div>
      <span className={classes.status}>
        <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
      </span>
      <span className={classes.halal}>
        <HalalChip halal={row.halal} />
      </span>
      <span className={classes.stock}>{t(`stock.${row.stockStatus}`)}</span>
      <span className={`${classes.figure} ${classes.price}`}>
        {texts.price(price)}
        {price?.source === "product" && <span className={classes.sub}>{t("recommended")}</span>}
      </span>
      <span className={`${classes.figure} ${classes.rate}`}>
        <strong>{texts.rate(row.rate, price?.currency ?? row.currency)}</strong>
        <span className={classes.sub}>{texts.source(row.rate)}</span>
      </span>
      <span className={classes.edit}>
        {onEdit && (
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <IconPencil size={18} aria-hidden />
          </IconButton>
        )}
      </span>
      <Troubles row={row} />
    </div>
  );
}

/** Why it is paused, and what speaks against it. */
function Troubles({
  row: { product, retailer, status, pauseSource, pauseReason, findings },
}: Pick<AssignedRowProps, "row">) {
  const t = useWords("assignments");
  const isManual = status === "paused" && pauseSource === "manual";
  if (findings.length === 0 && !isManual) return null;
  return (
    <div className={classes.findings}>
      {isManual && (
        <p className={classes.paused}>
          {t("pausedBy")} <bdi>{pauseReason}</bdi>
        </p>
      )}
      {findings.map((finding) => (
        <FindingLine
          key={finding.reason}
          finding={finding}
          product={{ id: product.id, brandId: product.brand.id }}
          retailerId={retailer.id}
        />
      ))}
    </div>
  );
}
