import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { addDays, instantAt, isDay } from "#base/days.ts";
import type { HeldRole, User } from "#features/access/users/contract/people.ts";
import { periodErrors } from "#features/access/users/rules.ts";
import { RoleChoice } from "#features/access/users/rights/web/RoleChoice.tsx";
import { useMissingText } from "#features/access/users/rights/web/useMissingText.ts";
import classes from "#features/access/users/rights/web/UserRights.module.css";
import { useRightsChange } from "#features/access/users/rights/web/useRightsChange.ts";
import { type DateRange, DateRangeField } from "#web/dates/DateRangeField.tsx";
import { localDay } from "#web/localDay.ts";
import { issueText } from "#web/textOf.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useMessages } from "#web/useMessages.ts";

type RoleDialogProps = {
  readonly user: User;
  /** A role that the person has, for another period; null for a further one. */
  readonly held: HeldRole | null;
  readonly onClose: () => void;
};

/** Gives a role, from one day and to another where it has an end. */
export function RoleDialog({ user, held, onClose }: RoleDialogProps) {
  const t = useMessages("users");
  const shellMessages = useMessages();
  const missingText = useMissingText();
  const [roleId, setRoleId] = useState<string | null>(held?.roleId ?? null);
  const [days, setDays] = useState<DateRange>({
    from: held?.validFrom ? dayAt(held.validFrom) : null,
    to: held?.validTo ? dayAt(held.validTo, -1) : null,
  });
  const { change, error, isPending } = useRightsChange(user);
  const isReadable = [days.from, days.to].every((day) => day === null || isDay(day));
  const period = {
    validFrom: isDay(days.from) ? startOf(days.from) : null,
    validTo: isDay(days.to) ? startOf(days.to, 1) : null,
  };
  const [wrong] = periodErrors({ from: period.validFrom, to: period.validTo }, "lastDay");
  const handleGive = async () => {
    if (roleId === null || wrong || !isReadable) return;
    if (await change({ give: [{ roleId, ...period }] }, t("roles.given"))) onClose();
  };
  return (
    <Dialog
      isOpen
      title={t(held ? "roles.changePeriod" : "roles.giveTitle", { name: user.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button
            disabled={roleId === null || wrong !== undefined || !isReadable}
            loading={isPending}
            onClick={() => void handleGive()}
          >
            {t(held ? "roles.savePeriod" : "roles.give")}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {!held && (
          <RoleChoice
            except={user.roles.map(({ code }) => code)}
            onChange={(input) => setRoleId(input?.roleId ?? null)}
          />
        )}
        <DateRangeField
          fromLabel={t("roles.from")}
          toLabel={t("roles.lastDay")}
          value={days}
          error={wrong && issueText(wrong)}
          onChange={setDays}
        />
        <p className={classes.hint}>{t("roles.periodHint")}</p>
        {error && (
          <Alert color="red" role="alert">
            {missingText(error)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

/** A day begins where the person at the screen is. */
function startOf(day: string, later = 0): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return instantAt({ day: addDays(day, later), minute: 0, timeZone });
}

const dayAt = (instant: string, later = 0): string => addDays(localDay(Date.parse(instant)), later);
