import { Button } from "@mantine/core";
import type { HeldRole } from "#features/access/users/contract/people.ts";
import { GrantedBy } from "#features/access/users/rights/web/GrantedBy.tsx";
import classes from "#features/access/users/rights/web/UserRights.module.css";
import { formatDate, formatLastDay } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type RoleLineProps = {
  readonly role: HeldRole;
  readonly title: string;
  readonly onPeriod: (() => void) | null;
  readonly onTake: (() => void) | null;
};

/** A user's role: its period, who assigned it, and its actions. */
export function RoleLine({ role, title, onPeriod, onTake }: RoleLineProps) {
  const t = useMessages("users");
  const language = useLanguage();
  const { validFrom, validTo, isValid } = role;
  const from = validFrom === null ? null : t("from", { day: formatDate(language, validFrom) });
  const until = validTo === null ? null : t("until", { day: formatLastDay(language, validTo) });
  const period = [from, until].filter(Boolean).join(" ");
  return (
    <li>
      <div className={classes.what}>
        <b dir="auto">{title}</b>
        <span data-away={isValid ? undefined : ""}>
          {isValid ? period || t("roles.endless") : `${t("notValidNow")} ${period}`}
        </span>
        <span>
          <GrantedBy by={role} />
        </span>
      </div>
      <div className={classes.steps}>
        {onPeriod && (
          <Button variant="default" size="xs" onClick={onPeriod} aria-label={`${t("roles.period")} ${title}`}>
            {t("roles.period")}
          </Button>
        )}
        {onTake && (
          <Button variant="default" size="xs" onClick={onTake} aria-label={`${t("roles.take")}: ${title}`}>
            {t("roles.take")}
          </Button>
        )}
      </div>
    </li>
  );
}
