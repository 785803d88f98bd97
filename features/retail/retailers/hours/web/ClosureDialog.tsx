import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { newId } from "#web/newId.ts";
import type { FieldError } from "#base/refusal.ts";
import { Closure, retailerHours } from "#features/retail/retailers/hours/contract.ts";
import type { Location } from "#features/retail/retailers/locations/contract.ts";
import type { Retailer } from "#features/retail/retailers/contract.ts";
import { closureErrors } from "#features/retail/retailers/hours/rules.ts";
import { PartDialog } from "#features/retail/retailers/record/web/PartDialog.tsx";
import { usePartMutations } from "#features/retail/retailers/record/web/usePartMutations.ts";
import { useWeekdays } from "#features/retail/retailers/hours/web/useWeekdays.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { TimeField } from "#web/dates/TimeField.tsx";
import { ChoiceField } from "#web/record/ChoiceField.tsx";
import { TextField } from "#web/record/TextField.tsx";
import { useField } from "#web/record/useField.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useMessages } from "#web/useMessages.ts";

/** Both kinds at once, as a form holds them: what belongs to the other kind is left out when it is sent. */
const Draft = z.object({
  kind: z.enum(["dates", "weekly"]),
  reason: Closure.def.options[0].shape.reason,
  locationId: z.nullable(z.string()),
  startsOn: z.string(),
  endsOn: z.string(),
  weekday: z.string(),
  from: z.string(),
  to: z.string(),
});
type Draft = z.output<typeof Draft>;

type ClosureDialogProps = {
  readonly retailer: Retailer;
  readonly version: number;
  readonly closures: readonly Closure[];
  readonly locations: readonly Location[];
  readonly onClose: () => void;
};

/** A time at which places are closed all the same: begins as Friday prayer. */
export function ClosureDialog({ retailer, version, closures, locations, onClose }: ClosureDialogProps) {
  const t = useMessages("retailers");
  const toast = useToast();
  const { send, refreshAll } = usePartMutations();
  const [id] = useState(newId);
  const initial: Draft = {
    kind: "weekly",
    reason: t("closures.jumuah"),
    locationId: null,
    startsOn: "",
    endsOn: "",
    weekday: "5",
    from: "12:30",
    to: "14:00",
  };
  return (
    <PartDialog
      title={t("closures.add")}
      schema={Draft}
      errorsOf={(draft) => errorsOf(id, draft)}
      initial={initial}
      confirmLabel={t("closures.add")}
      onSave={async (draft) => {
        await send(retailerHours.saveClosures, {
          id: retailer.id,
          version,
          closures: [...closures, closureOf(id, draft)],
        });
        toast({ text: t("closures.saved") });
      }}
      onConflict={() => void refreshAll()}
      onClose={onClose}
    >
      <ChoiceField
        name="kind"
        label={t("closures.kind")}
        isRequired
        choices={(["weekly", "dates"] as const).map((value) => ({ value, label: t(`closureKind.${value}`) }))}
      />
      <TextField name="reason" label={t("closures.reason")} isRequired />
      <Times />
      <ChoiceField
        name="locationId"
        label={t("closures.where")}
        hint={t("closures.whereHint")}
        choices={locations.map(({ id: value, name: label }) => ({ value, label }))}
      />
    </PartDialog>
  );
}

function Times() {
  const t = useMessages("retailers");
  const weekdays = useWeekdays();
  const kind = useWatch<Draft, "kind">({ name: "kind" });
  return kind === "dates" ? (
    <>
      <Day name="startsOn" label={t("hours.from")} />
      <Day name="endsOn" label={t("hours.to")} />
    </>
  ) : (
    <>
      <ChoiceField
        name="weekday"
        label={t("closures.weekday")}
        isRequired
        choices={weekdays.map(({ day, name }) => ({ value: String(day), label: name }))}
      />
      <Time name="from" label={t("closures.from")} />
      <Time name="to" label={t("closures.to")} />
    </>
  );
}

type FieldProps = { readonly name: string; readonly label: string };

function Day({ name, label }: FieldProps) {
  const { value, change, input } = useField<string>(name);
  return <DateField {...input} label={label} value={value} onChange={(day) => change(day ?? "")} />;
}

function Time({ name, label }: FieldProps) {
  const { value, change, input } = useField<string>(name);
  return <TimeField {...input} label={label} value={value} onChange={change} />;
}

function closureOf(id: string, { kind, reason, locationId, startsOn, endsOn, weekday, from, to }: Draft): Closure {
  const shared = { id, reason, locationId };
  return kind === "dates"
    ? { ...shared, kind, startsOn, endsOn }
    : { ...shared, kind, weekday: Number(weekday), from, to };
}

/** What the server's own schema and rules say of it, at the fields of this form. */
function errorsOf(id: string, draft: Draft): FieldError[] {
  const closure = closureOf(id, draft);
  const parsed = z.safeParse(Closure, closure);
  if (!parsed.success)
    return parsed.error.issues.map(({ path }) => ({
      path: String(path[0]),
      code: "required",
      message: "Fill this in.",
    }));
  return closureErrors([closure]).map((error) => ({ ...error, path: error.path.split(".").at(-1)! }));
}
