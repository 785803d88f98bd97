import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";
import classes from "#features/halal/certificates/scope/web/ScopeLine.module.css";
import type { Matching } from "#features/halal/certificates/scope/web/useMatches.ts";
import { formatDate, formatPercent } from "#web/formats.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import type { Line, LineProduct, Match } from "#features/halal/certificates/scope/contract.ts";

const ProductPicker = lazy(() =>
  import("#features/halal/certificates/scope/web/ProductPicker.tsx").then((module) => ({
    default: module.ProductPicker,
  })),
);
const ReasonDialog = lazy(() =>
  import("#web/record/ReasonDialog.tsx").then((module) => ({ default: module.ReasonDialog })),
);

type ScopeLineProps = {
  readonly line: Line;
  readonly matching: Matching;
  /** The suggestions are none of them. */
  readonly isRejected: boolean;
  readonly onReject: () => void;
  readonly isChosen?: boolean;
  readonly onChoose?: (lineId: string, isChosen: boolean) => void;
};

/** One line of a scope: as the certificate writes it, and the product that it is or may be. */
export function ScopeLine({ line, matching, isRejected, onReject, isChosen, onChoose }: ScopeLineProps) {
  const t = useMessages("certificates");
  const [isPicking, setPicking] = useState(false);
  const { status, name } = line;
  const matches = isRejected ? [] : matching.matchesOf(line);
  const [asked, setAsked] = useState<LineProduct | null>(null);
  const link = async (productId: string | null, reason?: string) => {
    if (await matching.link([{ lineId: line.id, productId }], reason)) setAsked(null);
    setPicking(false);
  };
  const choose = (offered: LineProduct) =>
    matching.needsReason(line, offered) ? setAsked(offered) : void link(offered.id);
  return (
    <li className={classes.line} data-removed={status === "removed" || undefined}>
      {onChoose && status === "listed" && (
        <Checkbox
          checked={isChosen ?? false}
          aria-label={t("scope.choose", { name })}
          onChange={({ currentTarget }) => onChoose(line.id, currentTarget.checked)}
        />
      )}
      <div className={classes.text}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <LineFacts line={line} />
        {matches.length > 0 && matching.mayMatch && (
          <Offers matches={matches} isPending={matching.isPending} onAccept={choose} onReject={onReject} />
        )}
        {isPicking && (
          <Suspense>
            <ProductPicker onChoose={choose} onClose={() => setPicking(false)} />
          </Suspense>
        )}
        {asked && (
          <LinkQuestion line={line} product={asked} matching={matching} onLink={link} onClose={() => setAsked(null)} />
        )}
      </div>
      <LineMark
        line={line}
        matching={matching}
        hasMatches={matches.length > 0}
        onPick={() => setPicking(true)}
        onUnlink={() => void link(null)}
      />
    </li>
  );
}

/** The details of a line besides its name: its linked product, and whether the link ended. */
function LineFacts({ line }: { readonly line: Line }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { product, status, gtin, brand } = line;
  const printed = gtin?.replace(/^0+/, "");
  return (
    <p className={classes.sub}>
      {brand && (
        <>
          <bdi>{brand}</bdi>
          {(printed || product) && " · "}
        </>
      )}
      {printed && <bdi dir="ltr">GTIN {printed}</bdi>}
      {product && (
        <>
          {printed && " · "}
          {t("scope.is")}{" "}
          <Link to={`/apps/brand-product/brand-products/${product.id}`}>
            <bdi>{product.nameI18n[language] ?? product.name}</bdi>
          </Link>
        </>
      )}
      {line.linkReason && (
        <>
          {" · "}
          <bdi>{line.linkReason}</bdi>
        </>
      )}
      {line.unlinked && (
        <>
          {printed && " · "}
          {t(`scope.unlinked.${line.unlinked.because}`, { product: line.unlinked.product?.code ?? "" })}
        </>
      )}
      {status === "removed" &&
        line.removedAt &&
        ` ${t("scope.removedOn", { day: formatDate(language, line.removedAt) })}`}
      {status === "removed" && line.removedReason && (
        <>
          {" · "}
          <bdi>{line.removedReason}</bdi>
        </>
      )}
    </p>
  );
}

type LinkQuestionProps = {
  readonly line: Line;
  readonly product: LineProduct;
  readonly matching: Matching;
  readonly onLink: (productId: string, reason: string) => Promise<void>;
  readonly onClose: () => void;
};

/** Asks why a product that is not the holder's is linked. */
function LinkQuestion({ line, product, matching, onLink, onClose }: LinkQuestionProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  return (
    <Suspense>
      <ReasonDialog
        title={t("scope.reason.title", { product: product.nameI18n[language] ?? product.name })}
        text={t("scope.reason.text", { line: line.name, brand: product.brandName })}
        confirmLabel={t("scope.reason.confirm")}
        reasonMax={certificateLimits.reasonMax}
        isPending={matching.isPending}
        error={matching.linkError}
        onConfirm={(reason) => void onLink(product.id, reason)}
        onClose={onClose}
      />
    </Suspense>
  );
}

type OffersProps = {
  readonly matches: readonly Match[];
  readonly isPending: boolean;
  readonly onAccept: (product: LineProduct) => void;
  readonly onReject: () => void;
};

/** What a line may be, the likeliest first. */
function Offers({ matches, isPending, onAccept, onReject }: OffersProps) {
  const t = useMessages("certificates");
  const language = useLanguage();
  return (
    <ul className={classes.matches}>
      {matches.map(({ product: offered, by, likeness }) => (
        <li key={offered.id}>
          <StatusBadge tone={by === "gtin" ? "ok" : likeness >= 0.8 ? "info" : "warn"}>
            {by === "gtin" ? t("scope.byGtin") : t("scope.byName", { percent: formatPercent(language, likeness) })}
          </StatusBadge>
          <span className={classes.offered}>
            <bdi>{offered.nameI18n[language] ?? offered.name}</bdi> <small>{offered.brandName}</small>
          </span>
          <Button variant="subtle" size="compact-sm" disabled={isPending} onClick={() => onAccept(offered)}>
            {t("scope.accept")}
          </Button>
        </li>
      ))}
      <li>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onReject}>
          {t("scope.rejectAll")}
        </Button>
      </li>
    </ul>
  );
}

type LineMarkProps = {
  readonly line: Line;
  readonly matching: Matching;
  readonly hasMatches: boolean;
  readonly onPick: () => void;
  readonly onUnlink: () => void;
};

function LineMark({ line, matching, hasMatches, onPick, onUnlink }: LineMarkProps) {
  const t = useMessages("certificates");
  if (line.status === "removed") return <StatusBadge tone="error">{t("scope.removed")}</StatusBadge>;
  if (line.product !== null) {
    return (
      <span className={classes.mark}>
        <StatusBadge tone="ok">{t("scope.isMatched")}</StatusBadge>
        {matching.mayUnmatch && (
          <Button variant="subtle" color="gray" size="compact-xs" disabled={matching.isPending} onClick={onUnlink}>
            {t("scope.unmatch")}
          </Button>
        )}
      </span>
    );
  }
  return (
    <span className={classes.mark}>
      {!hasMatches && (
        <StatusBadge tone="mute">{t(matching.isSearching ? "scope.searching" : "scope.unmatched")}</StatusBadge>
      )}
      {matching.mayMatch && (
        <Button variant="subtle" size="compact-xs" onClick={onPick}>
          {t("scope.pick")}
        </Button>
      )}
    </span>
  );
}
