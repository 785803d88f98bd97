import { useId, useState } from "react";
import cards from "#features/platform/home/web/Card.module.css";
import styles from "#features/platform/home/web/ChartCard.module.css";
import type { Figure } from "#features/platform/home/contract.ts";
import type { FigureName } from "#features/platform/home/rules.ts";
import { formatDate, formatDayMonth, formatNumber } from "#web/formats.ts";
import { LineChart } from "#web/ui/LineChart.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ChartCardProps = {
  readonly names: readonly FigureName[];
  /** Undefined while loading. */
  readonly figures: readonly Figure[] | undefined;
};

/** One figure day by day, with the period before, as a chart or as a table. */
export function ChartCard({ names, figures }: ChartCardProps) {
  const messages = useMessages("home");
  const [chosen, setChosen] = useState<FigureName | null>(null);
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const name = chosen ?? names.find((each) => isMoving(figures?.find((figure) => figure.name === each))) ?? names[0]!;
  const figure = figures?.find((each) => each.name === name);
  return (
    <section className={cards.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>{messages("chart.title", { figure: messages(`figures.${name}`) })}</h2>
        <span className={cards.tools}>
          {names.length > 1 && (
            <select
              className={styles.choice}
              aria-label={messages("chart.choice")}
              value={name}
              onChange={({ target }) => setChosen(names.find((each) => each === target.value) ?? null)}
            >
              {names.map((each) => (
                <option key={each} value={each}>
                  {messages(`figures.${each}`)}
                </option>
              ))}
            </select>
          )}
          <button type="button" className={cards.link} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {messages("chart.asTable")}
          </button>
        </span>
      </header>
      {figures === undefined && <SkeletonRows rows={7} rowPx={40} />}
      {figure && figure.days.length === 0 && <p className={cards.calm}>{messages("chart.empty")}</p>}
      {figure && figure.days.length > 0 && (isTable ? <DayTable figure={figure} /> : <Chart figure={figure} />)}
    </section>
  );
}

const isMoving = (figure: Figure | undefined) => new Set(figure?.days.map(({ value }) => value)).size > 1;

function Chart({ figure: { days } }: { readonly figure: Figure }) {
  const messages = useMessages("home");
  const language = useLanguage();
  const [first, last] = [days[0]!, days.at(-1)!];
  const summary = messages("chart.summary", {
    from: formatNumber(language, first.value ?? 0),
    fromDay: formatDate(language, first.day),
    to: formatNumber(language, last.value ?? 0),
    toDay: formatDate(language, last.day),
  });
  return (
    <LineChart
      lines={[
        { name: messages("chart.current"), values: days.map(({ value }) => value) },
        { name: messages("chart.previous"), values: days.map(({ previous }) => previous), isDashed: true },
      ]}
      tickText={(tick) => formatNumber(language, tick)}
      labelOf={(place) => formatDayMonth(language, days[place]!.day)}
      summary={summary}
    />
  );
}

/** The latest day first. */
function DayTable({ figure: { name, days } }: { readonly figure: Figure }) {
  const messages = useMessages("home");
  const language = useLanguage();
  const cell = (value: number | null) => (value === null ? "–" : formatNumber(language, value));
  return (
    // Focusable, so that it scrolls by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.table} tabIndex={0} role="region" aria-label={messages(`figures.${name as FigureName}`)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages("chart.day")}</th>
            <th scope="col">{messages("chart.current")}</th>
            <th scope="col">{messages("chart.previous")}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, value, previous }) => (
            <tr key={day}>
              <th scope="row">{formatDate(language, day)}</th>
              <td>{cell(value)}</td>
              <td>{cell(previous)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
