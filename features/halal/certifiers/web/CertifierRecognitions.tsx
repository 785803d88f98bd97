import { Button } from "@mantine/core";
import { useState } from "react";
import { recognitions } from "#features/halal/certifiers/contract.ts";
import type { Certifier } from "#features/halal/certifiers/contract/certifiers.ts";
import type { Recognition } from "#features/halal/certifiers/contract/recognitions.ts";
import { RecognitionDialog } from "#features/halal/certifiers/web/RecognitionDialog.tsx";
import { RecognitionLines } from "#features/halal/certifiers/web/RecognitionLines.tsx";
import { useRead } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconPlus } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/** Which markets recognise a certifier, from when to when, and where that was read. */
export function CertifierRecognitions({ record }: { readonly record: Certifier }) {
  const t = useMessages("certifiers");
  const can = useCan();
  const { data, error, refetch, isFetching } = useRead(recognitions.list, { bodyId: record.id });
  const [edited, setEdited] = useState<Recognition | "new" | null>(null);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={5} />;
  return (
    <div style={{ display: "grid", gap: 16, alignContent: "start" }}>
      {data.rows.length === 0 ? (
        <p style={{ color: "var(--dimmed)" }}>{t("recognition.noneOfBody")}</p>
      ) : (
        <RecognitionLines rows={data.rows} onEdit={can(recognitions.update) ? setEdited : null} />
      )}
      {can(recognitions.create) && (
        <Button
          variant="default"
          style={{ justifySelf: "start" }}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setEdited("new")}
        >
          {t("recognition.add")}
        </Button>
      )}
      {edited !== null && (
        <RecognitionDialog
          recognition={edited === "new" ? null : edited}
          of={{ bodyId: record.id, acronym: record.acronym }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
