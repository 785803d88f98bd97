import { lazy } from "react";
import { addDays, instantAt } from "#base/days.ts";
import { promocodeOperations, type PromocodeRow, promocodes } from "#features/loyalty/promocodes/contract.ts";
import {
  promocodeDecisions,
  type PromocodeStatus,
  type RunState,
  runStates,
} from "#features/loyalty/promocodes/contract/statuses.ts";
import { isEditable } from "#features/loyalty/promocodes/lifecycle.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { withRedemptionMessages } from "#features/loyalty/promocodes/redemptions/web/withRedemptionMessages.ts";
import { UseBar } from "#features/loyalty/promocodes/web/UseBar.tsx";
import { pickBrand } from "#features/loyalty/promocodes/web/usePickables.ts";
import { formatDate, formatLastDay, formatNumber, formatPlannedDay } from "#web/formats.ts";
import type { CellContext, Draw } from "#web/list/defineList.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import { localDay } from "#web/localDay.ts";
import type { MessageKey } from "#web/messageKeys.ts";
import { formatBps } from "#web/record/formatBps.ts";
import { minorText } from "#web/record/minorText.ts";
import { recordScreens } from "#web/records/recordScreens.ts";
import { deviceTimeZone } from "#web/settings/useSettings.ts";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";

type Context = CellContext<MessageKey<"promocodes">>;
type Cell = Draw<PromocodeRow, MessageKey<"promocodes">>;

const statusTones: Readonly<Record<PromocodeStatus, Tone>> = {
  draft: "mute",
  pending_approval: "info",
  approved: "ok",
  archived: "mute",
};
const runTones: Readonly<Record<RunState, Tone>> = {
  scheduled: "info",
  active: "ok",
  paused: "warn",
  exhausted: "warn",
  ended: "mute",
};

const statusBadge: Cell = ({ status }, { t }) => (
  <StatusBadge tone={statusTones[status]}>{t(`status.${status}`)}</StatusBadge>
);
const runBadge: Cell = ({ runState }, { t }) =>
  runState && <StatusBadge tone={runTones[runState]}>{t(`runState.${runState}`)}</StatusBadge>;
/** What it does now, or how far it is from going live: one column in place of two. */
const stateBadge: Cell = (row, context) => runBadge(row, context) ?? statusBadge(row, context);

const codeText: Cell = ({ codeMode, sharedCode, codesCount }, { t, language }) => {
  if (codeMode === "shared") return sharedCode && <bdi dir="ltr">{sharedCode}</bdi>;
  if (codeMode === "automatic") return t("codeMode.automatic");
  return t("codesCount", { count: codesCount, figure: formatNumber(language, codesCount) });
};

const brandText: Cell = ({ ownerBrand }, { t, language }) =>
  ownerBrand ? <bdi>{ownerBrand.nameI18n[language] ?? ownerBrand.name}</bdi> : t("platform");

/** The days in both calendars. */
const windowText: Cell = ({ startsAt, endsAt }, { t, language }) => {
  if (startsAt === null) return null;
  const text =
    endsAt === null
      ? t("period.from", { from: formatDate(language, startsAt) })
      : t("period.fromTo", { from: formatDate(language, startsAt), to: formatLastDay(language, endsAt) });
  return <span title={formatPlannedDay(language, startsAt)}>{text}</span>;
};

const usesText = ({ uses, usesMax }: PromocodeRow, { t, language }: Context): string =>
  usesMax === null
    ? formatNumber(language, uses)
    : t("takenOf", { taken: formatNumber(language, uses), max: formatNumber(language, usesMax) });

const usesBar: Cell = (row, context) => <UseBar taken={row.uses} max={row.usesMax} text={usesText(row, context)} />;

const budgetText = ({ budgetTakenMinor, budgetMinor, currency }: PromocodeRow, { t, language }: Context): string =>
  budgetMinor === null
    ? minorText(language, budgetTakenMinor, currency)
    : t("takenOf", {
        taken: minorText(language, budgetTakenMinor, currency),
        max: minorText(language, budgetMinor, currency),
      });

const budgetBar: Cell = (row, context) => (
  <UseBar taken={row.budgetTakenMinor} max={row.budgetMinor} text={budgetText(row, context)} />
);

export const promocodeScreens = recordScreens(promocodeOperations, promocodes, {
  path: "/apps/promocode/promocodes",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  crumbOf: ({ code }) => code,
  badge: (row, context) => (
    <>
      {statusBadge(row, context)}
      {runBadge(row, context)}
    </>
  ),
  facts: (promocode, context) => [
    brandText(promocode, context),
    codeText(promocode, context),
    effectText(promocode.terms, context),
    `${context.t("columns.uses")}: ${usesText(promocode, context)}`,
    `${context.t("columns.budgetMinor")}: ${budgetText(promocode, context)}`,
  ],
  Actions: lazy(() =>
    import("#features/loyalty/promocodes/web/PromocodeActions.tsx").then((m) => ({ default: m.PromocodeActions })),
  ),
  Note: lazy(() =>
    import("#features/loyalty/promocodes/web/PromocodeStatusNote.tsx").then((m) => ({
      default: m.PromocodeStatusNote,
    })),
  ),
  decisions: promocodeDecisions,
  requirements: () => import("#features/loyalty/promocodes/web/requirements.ts"),
  form: () => import("#features/loyalty/promocodes/web/PromocodeForm.tsx"),
  isReadOnly: (record) => !isEditable(record),
  tabs: {
    live: {
      Panel: lazy(() => import("#features/loyalty/promocodes/web/LivePart.tsx").then((m) => ({ default: m.LivePart }))),
    },
    simulator: {
      Panel: lazy(() =>
        import("#features/loyalty/promocodes/web/SimulatorPart.tsx").then((m) => ({ default: m.SimulatorPart })),
      ),
    },
    forecast: {
      Panel: lazy(() =>
        import("#features/loyalty/promocodes/web/ForecastPart.tsx").then((m) => ({ default: m.ForecastPart })),
      ),
    },
    codes: {
      Panel: lazy(() =>
        import("#features/loyalty/promocodes/web/CodesPart.tsx").then((m) => ({ default: m.CodesPart })),
      ),
      needs: async () => (await import("#features/loyalty/promocodes/contract/batches.ts")).codeBatches.list,
    },
    redemptions: {
      Panel: lazy(() =>
        withRedemptionMessages(import("#features/loyalty/promocodes/redemptions/web/RedemptionsPart.tsx")).then(
          (m) => ({
            default: m.RedemptionsPart,
          }),
        ),
      ),
      needs: async () => (await import("#features/loyalty/promocodes/contract/redemptions.ts")).redemptions.list,
    },
    results: {
      Panel: lazy(() =>
        withRedemptionMessages(import("#features/loyalty/promocodes/redemptions/web/ResultsPart.tsx")).then((m) => ({
          default: m.ResultsPart,
        })),
      ),
      needs: async () => (await import("#features/loyalty/promocodes/contract/redemptions.ts")).redemptions.results,
    },
  },
  formats: {
    ownerBrandId: (id: string, { t, language }, current) => {
      const brand = current?.ownerBrand;
      return brand?.id === id ? (brand.nameI18n[language] ?? brand.name) : t("another");
    },
    terms: (terms: Terms, context) => effectText(terms, context),
  },
  initial: () => {
    const { empty } = promocodeOperations.description.fields;
    const timeZone = deviceTimeZone();
    const startsAt = instantAt({ day: addDays(localDay(Date.now()), 1), minute: 0, timeZone });
    return { terms: { ...empty.terms, window: { ...empty.terms.window, timeZone, startsAt } } };
  },
  // A copy has a code of its own, or none yet.
  copied: ({ name }, { t }) => ({ name: t("copyOf", { name }), nameI18n: {}, sharedCode: null }),
  columns: {
    name: {},
    code: { isQuiet: true, isHidden: true, sort: "code", cell: ({ code }: PromocodeRow) => <bdi>{code}</bdi> },
    sharedCode: { width: { ...textWidth, min: 120 }, cell: codeText },
    runState: { cell: stateBadge },
    terms: { width: { ...textWidth, min: 144 }, cell: ({ terms }, context) => effectText(terms, context) },
    startsAt: { cell: windowText },
    uses: { cell: usesBar },
    budgetMinor: { cell: budgetBar },
    status: { isHidden: true, cell: statusBadge },
    updatedAt: { isHidden: true },
  },
  card: {
    facts: (row, context) => [
      effectText(row.terms, context),
      <>
        {codeText(row, context)} · {windowText(row, context)}
      </>,
    ],
    mark: stateBadge,
  },
  filters: [
    "status",
    { kind: "choice", name: "runState", codes: runStates },
    "codeMode",
    { kind: "record", name: "ownerBrand", source: pickBrand },
  ],
  views: [
    { id: "active", filters: { runState: ["active"] } },
    "pending_approval",
    "draft",
    { id: "paused", filters: { runState: ["paused", "exhausted"] } },
    { id: "ended", filters: { runState: ["ended"] } },
    "archived",
  ],
  initialOrder: { sort: "updatedAt", direction: "desc" },
  rowLinks: [
    {
      id: "duplicate",
      operation: promocodes.create,
      to: ({ id }) => ({ to: "/apps/promocode/promocodes/new", search: { copyOf: id } }),
    },
  ],
});

/** The effect alone: the page of the promocode says the rest. */
function effectText({ effect, currency }: Terms, { t, language }: Context): string {
  switch (effect.kind) {
    case "percent":
    case "cashback":
      return t(`effectText.${effect.kind}`, { percent: formatBps(language, effect.bps) });
    case "fixed":
      return t("effectText.fixed", { amount: minorText(language, effect.amountMinor, currency) });
    case "item":
      return t("effectText.item", { units: formatNumber(language, effect.quantity) });
    case "cheapestFree":
      return t("effectText.cheapestFree", {
        units: formatNumber(language, effect.freeUnits),
        group: formatNumber(language, effect.groupSize),
      });
    case "bundle":
      return t("effectText.bundle", { price: minorText(language, effect.priceMinor, currency) });
  }
}
