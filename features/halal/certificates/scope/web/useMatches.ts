import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { linkProblem } from "#features/halal/certificates/rules.ts";
import { useImpactChange } from "#features/halal/certificates/validity/web/useImpactChange.ts";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { isOpen } from "#features/halal/certificates/record/fields.ts";
import type { Line, LineProduct, Match } from "#features/halal/certificates/scope/contract.ts";

/** The lines of a scope, what they may be, and what this person may say about them. */
export function useMatching(certificate: Certificate) {
  const { id, version, state } = certificate;
  const can = useCan();
  const lines = useRead(certificates.listLines, { id });
  const rows = lines.data?.rows ?? [];
  const isReviewed = state === "submitted" || state === "verified" || state === "suspended";
  const mayMatch = can(certificates.linkLines) && (isOpen(state) || (isReviewed && can(certificates.verify)));
  const unmatched = rows.filter(({ product, status }) => product === null && status === "listed");
  const found = useRead(certificates.findMatches, { id }, { isEnabled: mayMatch && unmatched.length > 0 });
  const matchesById = new Map((found.data?.rows ?? []).map(({ lineId, matches }) => [lineId, matches]));
  const { send, isPending, error: changeError } = useCertificateChange();
  const matchesOf = ({ id: lineId, product }: Line): readonly Match[] =>
    product === null ? (matchesById.get(lineId) ?? []) : [];
  /** Whether the link needs a reason. The server refuses links that are not possible at all. */
  const needsReason = (line: Line, product: LineProduct) => {
    const problem = linkProblem({ line, reason: null, holder: certificate, product });
    return problem === "brand" || problem === "holder";
  };
  // A product is matched once: of lines that name the same number it goes to the first.
  const exactByProduct = new Map<string, string>();
  for (const line of unmatched) {
    const match = matchesOf(line).find(({ by }) => by === "gtin");
    if (match && !exactByProduct.has(match.product.id) && !needsReason(line, match.product))
      exactByProduct.set(match.product.id, line.id);
  }
  const exact = [...exactByProduct].map(([productId, lineId]) => ({ lineId, productId }));
  const { impact, asShown } = useImpactChange();
  const link = (links: readonly { lineId: string; productId: string | null }[], reason?: string) => {
    const input = { id, version, links: [...links], ...(reason === undefined ? {} : { reason }) };
    // Nothing rests on one that is still looked at.
    const isStanding = state === "verified" || state === "suspended";
    return send(
      certificates.linkLines,
      input,
      isStanding ? { ask: asShown(certificates.previewLinkLines, input) } : {},
    );
  };
  return {
    rows,
    error: lines.error,
    isWaiting: lines.data === undefined,
    refetch: lines.refetch,
    isSearching: found.isFetching,
    mayMatch,
    /** What a verified certificate covers is taken from it by a reduction alone. */
    mayUnmatch: mayMatch && (isOpen(state) || state === "submitted"),
    matchesOf,
    exact,
    needsReason,
    isPending,
    linkError: changeError,
    link,
    impact,
  };
}

export type Matching = ReturnType<typeof useMatching>;
