import { Alert, Button, Radio, Stack, TextInput } from "@mantine/core";
import { addDays } from "#base/days.ts";
import { sightingShiftMax } from "#base/hijriMonths.ts";
import { type MarketMonth, sightingLimits } from "#features/halal/sightings/contract.ts";
import { SightingPreviewText } from "#features/halal/sightings/web/SightingPreviewText.tsx";
import { computedAgain, useSightingChange } from "#features/halal/sightings/web/useSightingChange.ts";
import { useShiftText } from "#features/halal/sightings/web/useShiftText.ts";
import { countryName, formatLongDate } from "#web/formats.ts";
import { textOf } from "#web/textOf.ts";
import { ReasonInput } from "#web/ui/ReasonInput.tsx";
import { SidePanel } from "#web/ui/SidePanel.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type SightingDialogProps = {
  readonly market: string;
  readonly month: MarketMonth;
  readonly onClose: () => void;
};

/** Confirms, moves or resets the first day of a month in a market, and previews what changes. */
export function SightingDialog({ market, month, onClose }: SightingDialogProps) {
  const t = useMessages("sightings");
  const messages = useMessages();
  const language = useLanguage();
  const change = useSightingChange({ market, month, onClose });
  const { start, isReset, preview, error, problemAt } = change;
  return (
    <SidePanel
      isOpen
      title={t("dialogTitle", { month: change.name, market: countryName(language, market) })}
      onClose={onClose}
      pinned={
        <>
          {month.confirmed !== null && (
            <ReasonInput
              label={t("fields.reason")}
              maxLength={sightingLimits.reasonMax}
              value={change.reason}
              error={problemAt("reason")}
              onChange={change.setReason}
            />
          )}
          {error && !change.isProblem && (
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
            disabled={!change.isFilled || !preview.data || preview.isFetching || preview.isError}
            loading={change.isPending}
            onClick={() => preview.data && change.save(preview.data.fingerprint)}
          >
            {t(isReset ? "saveReset" : "saveConfirm")}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <StartChoice month={month} value={start} problem={problemAt("gregorianStart")} onChange={change.setStart} />
        {!isReset && (
          <TextInput
            required
            label={t("fields.source")}
            description={t("sourceText")}
            maxLength={sightingLimits.sourceMax}
            value={change.source}
            error={problemAt("source")}
            onChange={({ currentTarget }) => change.setSource(currentTarget.value)}
          />
        )}
        {preview.data && !preview.isError && <SightingPreviewText preview={preview.data} />}
        {!preview.data && !preview.isError && <SkeletonRows rows={2} rowPx={40} />}
      </Stack>
    </SidePanel>
  );
}

type StartChoiceProps = {
  readonly month: MarketMonth;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (start: string) => void;
};

/** The possible days, including the computed one, and for a confirmed month the reset. */
function StartChoice({ month, value, problem, onChange }: StartChoiceProps) {
  const t = useMessages("sightings");
  const language = useLanguage();
  const shiftText = useShiftText();
  const shifts = Array.from({ length: 2 * sightingShiftMax + 1 }, (_, place) => place - sightingShiftMax);
  return (
    <Radio.Group label={t("fields.gregorianStart")} value={value} error={problem} onChange={onChange}>
      <Stack gap={8} mt={8}>
        {shifts.map((days) => {
          const day = addDays(month.computedStart, days);
          return <Radio key={day} value={day} label={formatLongDate(language, day)} description={shiftText(days)} />;
        })}
        {month.confirmed !== null && (
          <Radio value={computedAgain} label={t("computedAgain")} description={t("computedAgainText")} />
        )}
      </Stack>
    </Radio.Group>
  );
}
