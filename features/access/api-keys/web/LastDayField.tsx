import { instant } from "#base/time.ts";
import { lastDayAfter, lastingDays } from "#features/access/api-keys/rules.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { useField } from "#web/record/useField.tsx";
import { useNow } from "#web/record/useNow.ts";
import { useMessages } from "#web/useMessages.ts";

/** The day with whose end a key stops working. */
export function LastDayField() {
  const t = useMessages("apiKeys");
  const now = instant(useNow());
  const { value, change, input } = useField<string>("lastDay");
  return (
    <DateField
      {...input}
      required
      label={t("fields.lastDay")}
      description={t("hints.lastDay")}
      min={now.slice(0, 10)}
      max={lastDayAfter(now, lastingDays.max)}
      value={value}
      onChange={(day) => change(day ?? "")}
    />
  );
}
