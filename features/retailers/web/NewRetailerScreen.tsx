import { useState } from "react";
import { uuidv7 } from "#base/ids.ts";
import { retailers } from "#features/retailers/contract.ts";
import { emptyRetailer } from "#features/retailers/rules.ts";
import { RetailerCreation } from "#features/retailers/web/RetailerCreation.tsx";
import { retailerInputOf } from "#features/retailers/web/useRetailerSource.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useWords } from "#web/useWords.ts";

/** A new retailer; `?copyOf=` begins with another's fields, which is also how one that was rejected tries again. */
export function NewRetailerScreen() {
  const [copyOf] = useSearchParam("copyOf");
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second retailer.
  const [id] = useState(() => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))));
  return copyOf === "" ? <RetailerCreation id={id} /> : <CopiedRetailer id={id} originalId={copyOf} />;
}

function CopiedRetailer({ id, originalId }: { readonly id: string; readonly originalId: string }) {
  const t = useWords("retailers");
  const { data, error, refetch, isFetching } = useRead(retailers.get, { id: originalId });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={9} rowPx={56} />;
  // What tells one retailer from another is not copied, nor are its files, which belong to it.
  const { tradingNameI18n, gln, registrationNo, registrationCountry, logoFileId, coverFileId, riskFlags } =
    emptyRetailer;
  const own = { tradingNameI18n, gln, registrationNo, registrationCountry, logoFileId, coverFileId, riskFlags };
  const tradingName = t("copyOf", { name: data.tradingName });
  return <RetailerCreation id={id} prefill={{ ...retailerInputOf(data), ...own, tradingName }} />;
}
