import { Alert, Button, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { certifiers, recognitions } from "#features/certifiers/contract.ts";
import {
  type MarketPolicy,
  RecognitionPolicy,
  recognitionPolicies,
} from "#features/certifiers/contract/recognitions.ts";
import { countryName } from "#web/formats.ts";
import { Consequences } from "#web/impact/Consequences.tsx";
import { useImpact } from "#web/impact/useImpact.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useDoneToast } from "#web/ui/useDoneToast.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type PolicyDialogProps = { readonly now: MarketPolicy; readonly onClose: () => void };

/** What a market's list means for bodies that are not on it, with what another meaning would bring about. */
export function PolicyDialog({ now, onClose }: PolicyDialogProps) {
  const t = useWords("certifiers");
  const words = useWords();
  const language = useLanguage();
  const [policy, setPolicy] = useState(now.policy);
  const wanted = { market: now.market, policy };
  const isOther = policy !== now.policy;
  const impact = useImpact(recognitions.previewPolicy, wanted, { isEnabled: isOther });
  const change = useWrite(recognitions.changePolicy, { refreshes: [recognitions.list, certifiers.get] });
  const done = useDoneToast();
  const handleDone = (answer: unknown) => {
    done(answer);
    onClose();
  };
  const handleSave = (fingerprint: string) =>
    change.mutate({ ...wanted, fingerprint }, { onSuccess: handleDone, onError: () => void impact.refetch() });
  const error = change.error ?? impact.error;
  return (
    <Dialog
      isOpen
      title={t("recognition.policyOf", { market: countryName(language, now.market) })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {words("buttons.cancel")}
          </Button>
          <Button
            disabled={!isOther || !impact.data || impact.isFetching}
            loading={change.isPending}
            onClick={() => impact.data && handleSave(impact.data.fingerprint)}
          >
            {words("buttons.save")}
          </Button>
        </>
      }
    >
      <Radio.Group
        label={t("recognition.policyAsk")}
        value={policy}
        onChange={(value) => setPolicy(RecognitionPolicy.parse(value))}
      >
        <Stack gap={12} mt={8} mb={16}>
          {recognitionPolicies.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`recognition.policies.${value}`)}
              description={t(`recognition.policyTexts.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isOther &&
        (impact.data ? (
          <Consequences consequences={impact.data.consequences} />
        ) : (
          !impact.error && <SkeletonRows rows={2} rowPx={56} />
        ))}
      {error && (
        <Alert color="red" role="alert">
          {textOf(error)}
        </Alert>
      )}
    </Dialog>
  );
}
