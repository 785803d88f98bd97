import { addDays, daysBetween } from "#base/days.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import classes from "#features/halal/certificates/validity/web/RenewalWindow.module.css";
import { daysKey } from "#features/halal/certificates/web/useDaysText.ts";
import { formatDate, formatHijriDate, formatNumber, formatPlannedDay } from "#web/formats.ts";
import { useSettings } from "#web/settings/useSettings.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Shown when a body has named no days for renewals. */
const stretchDays = 180;

/** How long a certificate holds, where today is on the way there, and until when its body takes the renewal. */
export function RenewalWindow({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const { daysLeft, lastDay, reviewDueOn, renewalWindow, body, validityBasis } = certificate;
  if (lastDay === null || daysLeft === null) {
    return (
      <section className={classes.card}>
        <p className={classes.days}>
          <b>{t(validityBasis === "open_ended" ? "openEnded" : "noEnd")}</b>
        </p>
        {reviewDueOn && (
          <p className={classes.deadline}>{t("renewal.reviewDue", { day: formatPlannedDay(language, reviewDueOn) })}</p>
        )}
      </section>
    );
  }
  // The server's current day: the user's clock may differ.
  const today = addDays(lastDay, -daysLeft);
  const opensOn = renewalWindow?.opensOn ?? addDays(lastDay, -stretchDays);
  const placeOf = (day: string) => {
    const all = Math.max(1, daysBetween(opensOn, lastDay));
    return `${Math.min(100, Math.max(0, (daysBetween(opensOn, day) / all) * 100))}%`;
  };
  const toFile = renewalWindow ? daysBetween(today, renewalWindow.closesOn) : null;
  const isLate = daysLeft < 0 || (toFile !== null && toFile < 0);
  return (
    <section className={classes.card} aria-label={t("renewal.title")}>
      <div className={classes.days}>
        {daysLeft > 0 ? (
          <>
            <b>{formatNumber(language, daysLeft)}</b>
            <span>{t("renewal.days", { count: daysLeft })}</span>
          </>
        ) : (
          <b>
            {t(daysKey(daysLeft), { count: Math.abs(daysLeft), figure: formatNumber(language, Math.abs(daysLeft)) })}
          </b>
        )}
        {toFile !== null && daysLeft >= 0 && (
          <span className={classes.deadline} data-late={isLate || undefined}>
            {toFile < 0
              ? t("renewal.closed", { body: body.acronym })
              : t("renewal.lastDay", { count: toFile, figure: formatNumber(language, toFile) })}
          </span>
        )}
      </div>
      <div className={classes.track} aria-hidden>
        {renewalWindow && <i className={classes.window} style={{ inlineSize: placeOf(renewalWindow.closesOn) }} />}
        <i className={classes.today} style={{ insetInlineStart: placeOf(today) }} />
      </div>
      <dl className={classes.days3}>
        {renewalWindow && (
          <>
            <Day label={t("renewal.opens")} day={renewalWindow.opensOn} />
            <Day label={t("renewal.closes", { body: body.acronym })} day={renewalWindow.closesOn} />
          </>
        )}
        <Day label={t("renewal.expires")} day={lastDay} />
      </dl>
      {renewalWindow === null && <p className={classes.none}>{t("renewal.none", { body: body.acronym })}</p>}
    </section>
  );
}

function Day({ label, day }: { readonly label: string; readonly day: string }) {
  const language = useLanguage();
  const { isHijriShown } = useSettings();
  return (
    <div>
      <dd>{formatDate(language, day)}</dd>
      <dt>{label}</dt>
      {isHijriShown && <dt className={classes.hijri}>{formatHijriDate(language, day)}</dt>}
    </div>
  );
}
