import { addDays, daysBetween, dayIn } from "#base/days.ts";
import type { Certificate } from "#features/certificates/contract/records.ts";
import classes from "#features/certificates/web/RenewalWindow.module.css";
import { formatDate, formatHijriDate, formatNumber } from "#web/formats.ts";
import { useNow } from "#web/record/useNow.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

/** Shown when a body has named no days for renewals. */
const stretchDays = 180;

/** How long a certificate holds, where today is on the way there, and until when its body takes the renewal. */
export function RenewalWindow({ certificate }: { readonly certificate: Certificate }) {
  const t = useWords("certificates");
  const language = useLanguage();
  const now = useNow();
  const { daysLeft, expiresOn, reviewDueOn, timezone, renewalWindow, body, validityBasis } = certificate;
  if (expiresOn === null || daysLeft === null) {
    return (
      <section className={classes.card}>
        <p className={classes.days}>
          <b>{t(validityBasis === "open_ended" ? "openEnded" : "noEnd")}</b>
        </p>
        {reviewDueOn && (
          <p className={classes.deadline}>{t("renewal.reviewDue", { day: formatDate(language, reviewDueOn) })}</p>
        )}
      </section>
    );
  }
  const today = dayIn(new Date(now).toISOString(), timezone);
  const opensOn = renewalWindow?.opensOn ?? addDays(expiresOn, -stretchDays);
  const placeOf = (day: string) => {
    const all = Math.max(1, daysBetween(opensOn, expiresOn));
    return `${Math.min(100, Math.max(0, (daysBetween(opensOn, day) / all) * 100))}%`;
  };
  const toFile = renewalWindow ? daysBetween(today, renewalWindow.closesOn) : null;
  const isLate = daysLeft < 0 || (toFile !== null && toFile < 0);
  return (
    <section className={classes.card} aria-label={t("renewal.title")}>
      <div className={classes.days}>
        <b>{formatNumber(language, Math.abs(daysLeft))}</b>
        <span>{t(daysLeft < 0 ? "renewal.daysOver" : "renewal.days", { count: Math.abs(daysLeft) })}</span>
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
        <Day label={t("renewal.expires")} day={expiresOn} />
      </dl>
      {renewalWindow === null && <p className={classes.none}>{t("renewal.none", { body: body.acronym })}</p>}
    </section>
  );
}

function Day({ label, day }: { readonly label: string; readonly day: string }) {
  const language = useLanguage();
  return (
    <div>
      <dd>{formatDate(language, day)}</dd>
      <dt>{label}</dt>
      <dt className={classes.hijri}>{formatHijriDate(language, `${day}T12:00:00Z`)}</dt>
    </div>
  );
}
