import { type Range, rangeOf } from "#web/ui/chartRange.ts";
import styles from "#web/ui/LineChart.module.css";
import { LinePath } from "#web/ui/LinePath.tsx";

type Line = {
  readonly values: readonly (number | null)[];
  /** Its name in the legend; a single line needs none. */
  readonly name?: string;
  /** The period before. */
  readonly isDashed?: boolean;
};

type LineChartProps = {
  /** The first is filled. */
  readonly lines: readonly Line[];
  readonly range?: Range;
  readonly tickText: (tick: number) => string;
  /** One for each value; as many as there is room for are shown. */
  readonly labelOf: (place: number) => string;
  /** What it shows, for users who don’t see it. A table of the values belongs beside it. */
  readonly summary: string;
};

/** Labels below the chart. */
const labelsMax = 5;

/** Lines over time with a scale, mirrored where text runs from right to left. */
export function LineChart({ lines, range, tickText, labelOf, summary }: LineChartProps) {
  const { ticks, partOf } = range ?? rangeOf(lines.flatMap(({ values }) => values));
  const length = lines[0]?.values.length ?? 0;
  const labels = Math.min(labelsMax, length);
  const named = lines.filter(({ name }) => name !== undefined);
  return (
    <div className={styles.chart}>
      {named.length > 0 && (
        <p className={styles.legend} aria-hidden="true">
          {named.map(({ name, isDashed }) => (
            <span key={name} data-is-dashed={isDashed || undefined}>
              {name}
            </span>
          ))}
        </p>
      )}
      <div className={styles.scale} aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{tickText(tick)}</span>
        ))}
      </div>
      <div className={styles.plot} role="img" aria-label={summary}>
        {ticks.map((tick) => (
          <i key={tick} style={{ insetBlockEnd: `${partOf(tick) * 100}%` }} />
        ))}
        {lines.map(({ values, isDashed = false }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines never change places
          <LinePath key={place} values={values} range={{ ticks, partOf }} isFilled={place === 0} isDashed={isDashed} />
        ))}
      </div>
      <div className={styles.labels} aria-hidden="true">
        {Array.from({ length: labels }, (_, place) => (
          <span key={place}>{labelOf(Math.round((place * (length - 1)) / Math.max(1, labels - 1)))}</span>
        ))}
      </div>
    </div>
  );
}
