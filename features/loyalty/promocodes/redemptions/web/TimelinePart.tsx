import type { RedemptionTrace } from "#features/loyalty/promocodes/contract/redemptions.ts";
import classes from "#features/loyalty/promocodes/redemptions/web/TimelinePart.module.css";
import { formatDateTime } from "#web/formats.ts";
import { minorText } from "#web/record/minorText.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** What happened, oldest first, and who did it. */
export function TimelinePart({ trace }: { readonly trace: RedemptionTrace }) {
  const t = useMessages("redemptions");
  const language = useLanguage();
  const { timeline, rollbacks, caller, reservedUntil, currency, requestId } = trace;
  return (
    <CardSection title={t("timeline.title")}>
      <ol className={classes.timeline}>
        {timeline.map(({ event, at, sequence }) => {
          const back = rollbacks.find((each) => each.sequence === sequence);
          const by = back ? back.by : event === "expired" ? null : caller;
          return (
            <li key={`${event} ${sequence}`}>
              <strong>{t(`timeline.${event}`)}</strong>
              <span>
                <time dateTime={at}>{formatDateTime(language, at)}</time>
                {by !== null && (
                  <>
                    {" · "}
                    <bdi>{by}</bdi>
                  </>
                )}
              </span>
              {event === "reserved" && reservedUntil !== null && (
                <span>{t("timeline.until", { when: formatDateTime(language, reservedUntil) })}</span>
              )}
              {back && (
                <span>
                  {t("timeline.back", {
                    discount: minorText(language, back.discountMinor, currency),
                    cashback: minorText(language, back.cashbackMinor, currency),
                  })}
                </span>
              )}
              {back && <q dir="auto">{back.reason}</q>}
            </li>
          );
        })}
      </ol>
      <p className={classes.request}>
        {t("timeline.request")} <code dir="ltr">{requestId}</code>
      </p>
    </CardSection>
  );
}
