import { retailers } from "#features/retail/retailers/contract.ts";
import type { RetailerInput } from "#features/retail/retailers/contract/records.ts";
import { emptyRetailer } from "#features/retail/retailers/rules.ts";
import { RetailerCreation } from "#features/retail/retailers/web/RetailerCreation.tsx";
import { retailerInputOf } from "#features/retail/retailers/web/useRetailerSource.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

// What tells one retailer from another, and its files, which belong to it.
const notCopied = [
  "tradingNameI18n",
  "gln",
  "registrationNo",
  "registrationCountry",
  "social",
  "riskFlags",
  "logoFileId",
  "logoAlt",
  "logoAltI18n",
  "coverFileId",
] as const satisfies readonly (keyof RetailerInput)[];

/** The form of a new retailer, begun with the fields of another. */
export function RetailerCopy({ id, originalId }: { readonly id: string; readonly originalId: string }) {
  const t = useMessages("retailers");
  const { data, error, refetch, isFetching } = useRead(retailers.get, { id: originalId });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={56} />;
  const own = Object.fromEntries(notCopied.map((name) => [name, emptyRetailer[name]]));
  const tradingName = t("copyOf", { name: data.tradingName });
  return <RetailerCreation id={id} prefill={{ ...retailerInputOf(data), ...own, tradingName }} />;
}
