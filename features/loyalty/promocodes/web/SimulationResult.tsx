import type { SimulatedOutcome, Simulation } from "#features/loyalty/promocodes/contract/simulation.ts";
import type { Check } from "#features/loyalty/promocodes/rules/facts.ts";
import { CheckList } from "#features/loyalty/promocodes/web/CheckList.tsx";
import classes from "#features/loyalty/promocodes/web/SimulatorPart.module.css";
import { pickCertifier, pickProduct, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { useHijriMonthChoices } from "#features/loyalty/promocodes/web/HijriFields.tsx";
import { formatLongDate, formatNumber } from "#web/formats.ts";
import { usePicked } from "#web/list/usePickedRecords.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { minorText } from "#web/record/minorText.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type SimulationResultProps = {
  readonly simulation: Simulation;
  /** The name of the promocode that is tried. */
  readonly ownName: string;
};

/** What a till would answer: amounts, the refusal as the shopper reads it, and every check. */
export function SimulationResult({ simulation, ownName }: SimulationResultProps) {
  const t = useMessages("promocodes");
  const money = useMoney(simulation.currency);
  const { outcomes, refusal, discountMinor, paidMinor, cashbackMinor } = simulation;
  const names = new Map(outcomes.flatMap(({ campaignId, name }) => (campaignId && name ? [[campaignId, name]] : [])));
  return (
    <div className={classes.result} aria-live="polite">
      <p className={classes.headline} data-is-refused={refusal !== null || undefined}>
        {refusal === null
          ? t("simulator.applies", { amount: money(discountMinor + cashbackMinor) })
          : t(refusalKey(refusal))}
      </p>
      <Moment simulation={simulation} />
      <Lines simulation={simulation} />
      <dl className={classes.totals}>
        <dt>{t("simulator.discount")}</dt>
        <dd>{money(discountMinor)}</dd>
        <dt>{t("simulator.pays")}</dt>
        <dd>{money(paidMinor)}</dd>
        <dt>{t("simulator.cashback")}</dt>
        <dd>{money(cashbackMinor)}</dd>
      </dl>
      {outcomes.map((outcome) => (
        <OutcomePart key={outcome.key} outcome={outcome} names={names} ownName={ownName} money={money} />
      ))}
    </div>
  );
}

/** Each refusal has its message; the kernel's lint checks that none is missing. */
const refusalKey = (code: string) => `refusals.${code}` as MessageKey<"promocodes">;

function useMoney(currency: string) {
  const language = useLanguage();
  return (amountMinor: number) => minorText(language, amountMinor, currency);
}

/** The day in both calendars, as the market has it. */
function Moment({ simulation: { at, timeZone, hijri } }: { readonly simulation: Simulation }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const month = useHijriMonthChoices()[hijri.month - 1]!.label;
  const local = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(new Date(at));
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(new Date(at));
  return (
    <p className={classes.moment}>
      {t("simulator.moment", {
        day: formatLongDate(language, local),
        time: clock,
        zone: timeZone.replaceAll("_", " "),
        hijri: `${hijri.day} ${month} ${hijri.year}`,
      })}
    </p>
  );
}

function Lines({ simulation }: { readonly simulation: Simulation }) {
  const t = useMessages("promocodes");
  const money = useMoney(simulation.currency);
  const names = new Map(
    usePicked(pickProduct, [...new Set(simulation.products.filter((id) => id !== null))]).map(({ id, name }) => [
      id,
      name,
    ]),
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("simulator.product")}</th>
          <th scope="col">{t("simulator.shelf")}</th>
          <th scope="col">{t("simulator.discount")}</th>
          <th scope="col">{t("simulator.pays")}</th>
          <th scope="col">{t("simulator.cashback")}</th>
        </tr>
      </thead>
      <tbody>
        {simulation.lines.map(({ number, baseMinor, discountMinor, paidMinor, cashbackMinor }) => (
          <tr key={number}>
            <th scope="row">
              <bdi>{names.get(simulation.products[number - 1] ?? "") ?? t("simulator.otherProduct")}</bdi>
            </th>
            <td data-label={t("simulator.shelf")}>{money(baseMinor)}</td>
            <td data-label={t("simulator.discount")}>{money(discountMinor)}</td>
            <td data-label={t("simulator.pays")}>{money(paidMinor)}</td>
            <td data-label={t("simulator.cashback")}>{money(cashbackMinor)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type OutcomePartProps = {
  readonly ownName: string;
  readonly outcome: SimulatedOutcome;
  readonly names: ReadonlyMap<string, string>;
  readonly money: (amountMinor: number) => string;
};

function OutcomePart({ outcome, names, ownName, money }: OutcomePartProps) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const { isOwn, applies, name, key, refusal, checks, discountMinor, cashbackMinor, wouldApplyWithout } = outcome;
  const isHidden = name === null && checks.length === 0;
  return (
    <section className={classes.outcome}>
      <h3>
        <bdi>{(isOwn ? ownName : name) ?? (isHidden ? t("simulator.hidden") : key)}</bdi>
        <StatusBadge tone={applies ? "ok" : "warn"}>
          {t(applies ? "simulator.appliesShort" : "simulator.refusedShort")}
        </StatusBadge>
      </h3>
      <p>
        {applies
          ? t("simulator.gives", { discount: money(discountMinor), cashback: money(cashbackMinor) })
          : refusal && t(refusalKey(refusal))}
      </p>
      {wouldApplyWithout && (
        <p>
          {t("simulator.without", {
            lines: new Intl.ListFormat(language).format(
              wouldApplyWithout.lines.map((line) => formatNumber(language, line)),
            ),
            discount: money(wouldApplyWithout.discountMinor),
            cashback: money(wouldApplyWithout.cashbackMinor),
          })}
        </p>
      )}
      {checks.length > 0 && (
        <details open={isOwn || !applies}>
          <summary>{t("simulator.checks")}</summary>
          <Checks checks={checks as readonly Check[]} names={names} />
        </details>
      )}
    </section>
  );
}

type ChecksProps = {
  readonly checks: readonly Check[];
  /** Names of records that no list of the reader has, such as other promocodes of the order. */
  readonly names: ReadonlyMap<string, string>;
};

function Checks({ checks, names }: ChecksProps) {
  const t = useMessages("promocodes");
  const idsOf = (name: Check["check"]) =>
    checks.flatMap(({ check, needed }) => (check === name && needed?.kind === "records" ? needed.ids : []));
  const picked = [usePicked(pickRetailer, idsOf("retailers")), usePicked(pickCertifier, idsOf("certifiers"))].flat();
  const known = new Map(picked.map(({ id, name }) => [id, name]));
  return (
    <CheckList
      checks={checks}
      nameOf={(id) => names.get(id) ?? known.get(id) ?? t("another")}
      okLabel={t("checks.ok")}
      failedLabel={t("checks.failed")}
    />
  );
}
