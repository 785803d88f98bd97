import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { certifiers, recognitions } from "#features/halal/certifiers/contract.ts";
import { certifierLimits } from "#features/halal/certifiers/fields.ts";
import type { MarketPolicy, MarketPolicyPatch } from "#features/halal/certifiers/contract/recognitions.ts";
import { loosenedBy } from "#features/halal/certifiers/rules.ts";
import { PolicyFields } from "#features/halal/certifiers/web/PolicyFields.tsx";
import { countryName } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { useImpact } from "#web/impact/useImpact.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useDoneToast } from "#web/ui/useDoneToast.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type PolicyDialogProps = { readonly now: MarketPolicy; readonly onClose: () => void };

/** Edits the policy of a market: shows the consequences of a change, and asks for a reason if it is looser. */
export function PolicyDialog({ now, onClose }: PolicyDialogProps) {
  const t = useMessages("certifiers");
  const messages = useMessages();
  const recordMessages = useMessages("record");
  const language = useLanguage();
  const [value, setValue] = useState(now);
  const [reason, setReason] = useState("");
  const patch = patchOf(now, value);
  const isOther = Object.keys(patch).length > 0;
  const isComplete = value.hasList === null || (value.listDecidedOn !== null && value.listSource !== null);
  const isLoosened = loosenedBy(now, patch).length > 0;
  const wanted = { market: now.market, ...patch };
  const impact = useImpact(recognitions.previewPolicy, wanted, { isEnabled: isOther && isComplete });
  const change = useWrite(recognitions.changePolicy, { refreshes: [recognitions.list, certifiers.get] });
  const done = useDoneToast();
  const handleDone = (answer: unknown) => {
    done(answer);
    onClose();
  };
  const handleSave = (fingerprint: string) =>
    change.mutate(
      { ...wanted, fingerprint, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) },
      { onSuccess: handleDone, onError: () => void impact.refetch() },
    );
  const error = change.error ?? impact.error;
  const isReady = isOther && isComplete && impact.data !== undefined && !impact.isFetching;
  return (
    <SidePanel
      isOpen
      title={t("recognition.policyOf", { market: countryName(language, now.market) })}
      onClose={onClose}
      pinned={
        <>
          {isLoosened && (
            <ReasonInput
              maxRows={4}
              maxLength={certifierLimits.reasonMax}
              label={recordMessages("reason")}
              description={t("recognition.loosened")}
              value={reason}
              onChange={setReason}
            />
          )}
          {error && (
            <Alert color="red" role="alert">
              {textOf(error)}
            </Alert>
          )}
        </>
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {messages("buttons.cancel")}
          </Button>
          <Button
            disabled={!isReady || (isLoosened && reason.trim() === "")}
            loading={change.isPending}
            onClick={() => impact.data && handleSave(impact.data.fingerprint)}
          >
            {messages("buttons.save")}
          </Button>
        </>
      }
    >
      <PolicyFields value={value} onChange={(part) => setValue({ ...value, ...part })} />
      {isOther && isComplete && <Following impact={impact} />}
    </SidePanel>
  );
}

type PolicyQuestion = Pick<ReturnType<typeof useImpact<typeof recognitions.previewPolicy>>, "data" | "error">;

const Following = ({ impact: { data, error } }: { readonly impact: PolicyQuestion }) =>
  data ? <Consequences consequences={data.consequences} /> : !error && <SkeletonRows rows={2} rowPx={56} />;

/** The changed fields. `hasList`, its day and its source are sent together. */
function patchOf(now: MarketPolicy, value: MarketPolicy): MarketPolicyPatch {
  const { hasList, listDecidedOn, listSource } = value;
  const isListOther = hasList !== now.hasList || listDecidedOn !== now.listDecidedOn || listSource !== now.listSource;
  return {
    ...(value.policy === now.policy ? {} : { policy: value.policy }),
    ...(value.unknownPolicy === now.unknownPolicy ? {} : { unknownPolicy: value.unknownPolicy }),
    ...(value.accreditationPolicy === now.accreditationPolicy
      ? {}
      : { accreditationPolicy: value.accreditationPolicy }),
    ...(value.reviewGraceDays === now.reviewGraceDays ? {} : { reviewGraceDays: value.reviewGraceDays }),
    ...(isListOther && hasList !== null && listDecidedOn !== null && listSource !== null
      ? { hasList, listDecidedOn, listSource }
      : {}),
  };
}
