import { useParams, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { uuidv7 } from "#base/ids.ts";
import { standards } from "#features/certifiers/contract.ts";
import type { Standard, StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";
import { StandardForm } from "#features/standards/web/StandardForm.tsx";
import { StandardRecord } from "#features/standards/web/StandardRecord.tsx";
import { useStandardSource } from "#features/standards/web/useStandardSource.ts";
import { useStandardTexts } from "#features/standards/web/useStandardTexts.ts";
import { useRead } from "#web/operations.ts";
import { RecordFormView } from "#web/record/RecordFormView.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { useRecordForm } from "#web/record/useRecordForm.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useWords } from "#web/useWords.ts";

/** One edition of a standard, or a new one. */
export function StandardScreen() {
  const { standardId }: { standardId?: string } = useParams({ strict: false });
  return standardId ? <ExistingStandard key={standardId} id={standardId} /> : <NewStandard />;
}

function ExistingStandard({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(standards.get, { id });
  if (data) return <StandardRecord standard={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <SkeletonRows rows={9} rowPx={56} />;
}

function NewStandard() {
  const t = useWords("standards");
  const router = useRouter();
  const toast = useToast();
  // Made here and sent with every attempt, so that a second click or a lost answer makes no second standard.
  const [id] = useState(() => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16))));
  const form = useRecordForm<StandardInput, Standard>(useStandardSource(id), {
    record: null,
    initial: emptyStandard,
    onSaved: (standard) => {
      toast({ text: t("created", { name: standard.code }) });
      void router.navigate({ to: `/apps/certifier/standards/${standard.id}`, replace: true, ignoreBlocker: true });
    },
  });
  return (
    <RecordPage
      list={{ name: "standards", title: t("title"), path: "/apps/certifier/standards" }}
      id={null}
      title={t("new")}
      crumb={t("new")}
    >
      <RecordFormView form={form} texts={useStandardTexts()}>
        <StandardForm />
      </RecordFormView>
    </RecordPage>
  );
}
