import { SegmentedControl, Select, TextInput } from "@mantine/core";
import { assignmentDecisions } from "#features/retail/assignments/contract/changes.ts";
import { type Assignment, cashbackModes, stockStatuses } from "#features/retail/assignments/contract/rows.ts";
import { MoneyInput } from "#features/retail/assignments/terms/web/MoneyInput.tsx";
import { PercentInput } from "#features/retail/assignments/terms/web/PercentInput.tsx";
import classes from "#features/retail/assignments/terms/web/TermsFields.module.css";
import { DateField } from "#web/dates/DateField.tsx";
import { typedCount } from "#web/record/typedFigures.ts";
import { useCan } from "#web/session.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The values as typed. */
export type TermsDraft = {
  readonly price: string;
  readonly stock: Assignment["stockStatus"];
  readonly mode: Assignment["cashbackMode"];
  readonly percent: string;
  readonly fixed: string;
  readonly cap: string;
  readonly monthly: string;
  readonly sku: string;
  readonly url: string;
  /** Days in the retailer's time zone. */
  readonly startsOn: string;
  readonly endsOn: string;
};

type TermsFieldsProps = {
  readonly typed: TermsDraft;
  readonly onChange: (more: Partial<TermsDraft>) => void;
  readonly money: { readonly currency: string | null; readonly digits: number };
  /** The maximum of the retailer's type: basis points, and for today's price, if there is one, an amount. */
  readonly most: { readonly bps: number; readonly fixed: string | null };
  /** The retailer's time zone. */
  readonly timezone: string | null;
  /** The server's error for a field. */
  readonly problem: (path: string) => string | null;
};

/** The fields of an assignment's terms. */
export function TermsFields(props: TermsFieldsProps) {
  const { typed, onChange, money, problem } = props;
  const t = useMessages("assignments");
  const can = useCan();
  return (
    <div className={classes.fields}>
      <MoneyInput
        label={t("fields.price")}
        hint={t("emptyPrice")}
        money={money}
        problem={problem("priceMinor") ?? problem("currency")}
        value={typed.price}
        onChange={(price) => onChange({ price })}
        isFirst
      />
      <Select
        label={t("fields.stockStatus")}
        allowDeselect={false}
        data={stockStatuses.map((value) => ({ value, label: t(`stock.${value}`) }))}
        value={typed.stock}
        onChange={(value) => onChange({ stock: value as TermsDraft["stock"] })}
      />
      {can({ permission: assignmentDecisions.fields.cashbackBps! }) ? (
        <CashbackFields {...props} />
      ) : (
        <p className={`${classes.wide} ${classes.note}`}>{t("ratesNotYours")}</p>
      )}
      <PeriodFields {...props} />
      <TextInput
        label={t("fields.retailerSku")}
        error={problem("retailerSku")}
        dir="ltr"
        value={typed.sku}
        onChange={({ currentTarget }) => onChange({ sku: currentTarget.value })}
      />
      <TextInput
        label={t("fields.shelfUrl")}
        error={problem("shelfUrl")}
        type="url"
        dir="ltr"
        placeholder="https://"
        value={typed.url}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
    </div>
  );
}

function PeriodFields({ typed, onChange, problem, timezone }: TermsFieldsProps) {
  const t = useMessages("assignments");
  return (
    <>
      <DateField
        label={t("fields.startsOn")}
        error={typed.startsOn === "" ? t("noStart") : problem("startsAt")}
        value={typed.startsOn}
        onChange={(day) => onChange({ startsOn: day ?? "" })}
      />
      <DateField
        label={t("fields.endsOn")}
        description={t("where.emptyUntil")}
        error={problem("endsAt")}
        value={typed.endsOn}
        min={typed.startsOn}
        onChange={(day) => onChange({ endsOn: day ?? "" })}
      />
      {timezone !== null && <p className={`${classes.wide} ${classes.note}`}>{t("where.zone", { zone: timezone })}</p>}
    </>
  );
}

function CashbackFields({ typed, onChange, money, most, problem }: TermsFieldsProps) {
  const t = useMessages("assignments");
  const messages = useMessages("record");
  return (
    <>
      <div className={classes.wide}>
        <p className={classes.label}>{t("fields.cashbackMode")}</p>
        <SegmentedControl
          aria-label={t("fields.cashbackMode")}
          data={cashbackModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={typed.mode}
          onChange={(value) => onChange({ mode: value })}
        />
      </div>
      {typed.mode === "bps" && (
        <PercentInput
          label={t("fields.cashbackBps")}
          hint={t("rateMax", { figure: most.bps / 100 })}
          problem={problem("cashbackBps")}
          value={typed.percent}
          onChange={(percent) => onChange({ percent })}
        />
      )}
      {typed.mode === "fixed" && (
        <MoneyInput
          label={t("fields.cashbackFixedMinor")}
          hint={most.fixed && t("fixedMax", { amount: most.fixed })}
          money={money}
          problem={problem("cashbackFixedMinor")}
          value={typed.fixed}
          onChange={(fixed) => onChange({ fixed })}
        />
      )}
      <MoneyInput
        label={t("fields.cashbackCapMinor")}
        hint={t("emptyCap")}
        money={money}
        problem={problem("cashbackCapMinor")}
        value={typed.cap}
        onChange={(cap) => onChange({ cap })}
      />
      <TextInput
        label={t("fields.consumerCapPerMonth")}
        error={typedCount(typed.monthly) === undefined ? messages("typed.wholeNumber") : problem("consumerCapPerMonth")}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={typed.monthly}
        onChange={({ currentTarget }) => onChange({ monthly: currentTarget.value })}
      />
    </>
  );
}
