import { useParams } from "@tanstack/react-router";
import { type ImportTarget, imports } from "#features/platform/imports/contract.ts";
import { CheckStep } from "#features/platform/imports/web/CheckStep.tsx";
import { MappingStep } from "#features/platform/imports/web/MappingStep.tsx";
import { ResultStep } from "#features/platform/imports/web/ResultStep.tsx";
import { RunStep } from "#features/platform/imports/web/RunStep.tsx";
import { UploadStep } from "#features/platform/imports/web/UploadStep.tsx";
import { useImport } from "#features/platform/imports/web/useImport.ts";
import { useRead } from "#web/operations.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage } from "#web/useMessages.ts";

/** The steps of an import. The server stores the current one, so leaving and coming back loses nothing. */
export function ImportScreen() {
  const { resource = "", importId }: { resource?: string; importId?: string } = useParams({ strict: false });
  const language = useLanguage();
  const { data, error, refetch, isFetching } = useRead(
    imports.describe,
    { resource, language },
    { keepsPrevious: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={56} />;
  if (importId === undefined) return <UploadStep target={data} />;
  return <OneImport key={importId} target={data} importId={importId} />;
}

function OneImport({ target, importId }: { readonly target: ImportTarget; readonly importId: string }) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useImport(importId);
  // `?step=map`: back to the mapping, with the report kept.
  const [step, setStep] = useSearchParam("step");
  // A failed poll keeps the last state: the run continues without it.
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} rowPx={56} />;
  const props = { target, record: data };
  const isMapping = step === "map" && data.state === "checked";
  if (data.state === "uploaded" || data.state === "failed" || isMapping) {
    return <MappingStep {...props} onChecking={() => setStep("")} />;
  }
  if (data.state === "checked") return <CheckStep {...props} onChangeMapping={() => setStep("map")} />;
  if (data.state === "imported") return <ResultStep {...props} />;
  return <RunStep key={data.state} {...props} at={dataUpdatedAt} />;
}
