import { Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { countryCodes } from "#base/countries.ts";
import { recognitions } from "#features/halal/certifiers/contract.ts";
import type {
  MarketPolicy,
  RecognisedCertifier,
  Recognition,
} from "#features/halal/certifiers/contract/recognitions.ts";
import { periodOn, undecidedPolicy } from "#features/halal/certifiers/rules.ts";
import classes from "#features/halal/certifiers/web/RecognitionTable.module.css";
import { countryName, formatDate } from "#web/formats.ts";
import { useWhenIdle } from "#web/layout/useWhenIdle.ts";
import { localDay } from "#web/localDay.ts";
import { useNow } from "#web/record/useNow.ts";
import { useCan } from "#web/session.tsx";
import { IconCheck, IconClock, IconMinus, IconPlus } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const loadCell = () => import("#features/halal/certifiers/web/CellDialog.tsx");
const CellDialog = lazy(() => loadCell().then((module) => ({ default: module.CellDialog })));
const PolicyDialog = lazy(() =>
  import("#features/halal/certifiers/web/PolicyDialog.tsx").then((module) => ({ default: module.PolicyDialog })),
);

type RecognitionTableProps = {
  readonly rows: readonly Recognition[];
  readonly bodies: readonly RecognisedCertifier[];
  readonly policies: readonly MarketPolicy[];
};
type Cell = { readonly certifier: RecognisedCertifier; readonly market: string };

/** Bodies as rows, markets with their policy as columns. A cell shows today's recognition and opens all its periods. */
export function RecognitionTable({ rows, bodies: certifiers, policies }: RecognitionTableProps) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  const can = useCan();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<Cell | null>(null);
  const markets = useMemo(
    () => [...new Set([...rows, ...policies].map(({ market }) => market).concat(added))].sort(),
    [rows, policies, added],
  );
  const [asked, setAsked] = useState<MarketPolicy | null>(null);
  // Loads the dialog of a cell in advance, so that it opens at once.
  useWhenIdle(loadCell);
  const policyOf = (market: string): MarketPolicy =>
    policies.find((each) => each.market === market) ?? { market, ...undecidedPolicy };
  const periodsOf = ({ certifier, market }: Cell) =>
    rows.filter((row) => row.bodyId === certifier.id && row.market === market);
  return (
    <div className={classes.region}>
      {can(recognitions.create) && <AddMarket markets={markets} onAdd={(market) => setAdded([...added, market])} />}
      {/* Reached by keys, as it scrolls both ways. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus (WCAG 2.1.1) */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("recognition.title")}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("fields.acronym")}</th>
              {markets.map((market) => (
                <th key={market} scope="col">
                  {countryName(language, market)}
                  <PolicyButton policy={policyOf(market)} onAsk={setAsked} />
                </th>
              ))}
              {/* Takes what is left over. */}
              <td />
            </tr>
          </thead>
          <tbody>
            {certifiers.map((certifier) => (
              <tr key={certifier.id}>
                <th scope="row">
                  <Link to={`/apps/certifier/bodies/${certifier.id}`}>
                    <bdi>{certifier.acronym}</bdi>
                  </Link>
                  <small>{countryName(language, certifier.country)}</small>
                </th>
                {markets.map((market) => (
                  <td key={market}>
                    <CellButton
                      certifier={certifier}
                      market={market}
                      periods={periodsOf({ certifier, market })}
                      onOpen={() => setOpened({ certifier, market })}
                    />
                  </td>
                ))}
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Suspense>
        {asked && <PolicyDialog now={asked} onClose={() => setAsked(null)} />}
        {opened && <CellDialog {...opened} periods={periodsOf(opened)} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}

type AddMarketProps = { readonly markets: readonly string[]; readonly onAdd: (market: string) => void };

function AddMarket({ markets, onAdd }: AddMarketProps) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  return (
    <Select
      className={classes.add}
      aria-label={t("recognition.addMarket")}
      placeholder={t("recognition.addMarket")}
      leftSection={<IconPlus size={16} aria-hidden />}
      data={countryCodes
        .filter((code) => !markets.includes(code))
        .map((code) => ({ value: code, label: countryName(language, code) }))}
      value={null}
      searchable
      nothingFoundMessage={t("nothingFound")}
      onChange={(market) => market && onAdd(market)}
    />
  );
}

type PolicyButtonProps = { readonly policy: MarketPolicy; readonly onAsk: (policy: MarketPolicy) => void };

/** Whether there is a list, since when, and the policy that follows. Users who may change the policy open it here. */
function PolicyButton({ policy, onAsk }: PolicyButtonProps) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  const can = useCan();
  const { hasList, listDecidedOn, listSource } = policy;
  const day = listDecidedOn === null ? "" : formatDate(language, listDecidedOn);
  const text =
    hasList === true
      ? t(`recognition.policies.${policy.policy}`)
      : t(`recognition.unknownPolicies.${policy.unknownPolicy}`);
  return (
    <>
      <small className={classes.policy} title={listSource ?? undefined}>
        {t(`recognition.known.${hasList}`, { day })}
      </small>
      {can(recognitions.changePolicy) ? (
        <button type="button" className={classes.policy} onClick={() => onAsk(policy)}>
          {text}
        </button>
      ) : (
        <small className={classes.policy}>{text}</small>
      )}
    </>
  );
}

type CellButtonProps = Cell & { readonly periods: readonly Recognition[]; readonly onOpen: () => void };

function CellButton({ certifier, market, periods, onOpen }: CellButtonProps) {
  const t = useMessages("certifiers");
  const language = useLanguage();
  const today = localDay(useNow());
  const current = periods.find((period) => periodOn(period, today) === "current");
  const upcoming = periods.find((period) => periodOn(period, today) === "upcoming");
  const state = current ? "current" : upcoming ? "upcoming" : periods.length > 0 ? "ended" : "none";
  const Icon = state === "current" ? IconCheck : state === "upcoming" ? IconClock : IconMinus;
  const until = current?.validTo;
  const text =
    state === "current" && until != null
      ? t("recognition.until", { day: formatDate(language, until) })
      : t(`recognition.states.${state}`);
  return (
    <button
      type="button"
      className={classes.cell}
      data-state={state}
      aria-label={`${certifier.acronym}, ${countryName(language, market)}: ${text}`}
      onClick={onOpen}
    >
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </button>
  );
}
