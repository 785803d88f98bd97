import { type Range, rangeOf } from "#web/ui/chartRange.ts";
import styles from "#web/ui/LinePath.module.css";

type LinePathProps = {
  /** Null: not known. The line has a gap there. */
  readonly values: readonly (number | null)[];
  readonly range?: Range;
  readonly isFilled?: boolean;
  /** The period before. */
  readonly isDashed?: boolean;
};

const size = 100;

/** A line that fills its box, mirrored where text runs from right to left. Only drawn: its values are beside it. */
export function LinePath({ values, range = rangeOf(values), isFilled = false, isDashed = false }: LinePathProps) {
  const points = values.flatMap((value, place) =>
    value === null
      ? []
      : [{ x: (place / Math.max(1, values.length - 1)) * size, y: size - range.partOf(value) * size }],
  );
  if (points.length === 0) return null;
  const path = points.map(({ x, y }, place) => `${place === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
  const zero = Math.min(size, size - range.partOf(0) * size);
  const [first, last] = [points[0]!, points.at(-1)!];
  return (
    <svg className={styles.line} viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none" aria-hidden="true">
      {isFilled && <path className={styles.area} d={`${path}L${last.x} ${zero}L${first.x} ${zero}Z`} />}
      <path className={styles.stroke} d={path} data-is-dashed={isDashed || undefined} />
    </svg>
  );
}
