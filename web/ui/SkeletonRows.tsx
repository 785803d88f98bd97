import styles from "#web/ui/SkeletonRows.module.css";
import { useDelayed } from "#web/ui/useDelayed.ts";
import { useMessages } from "#web/useMessages.ts";

type SkeletonRowsProps = {
  readonly rows?: number;
  /** Height of the rows to come, so that nothing moves when they load. */
  readonly rowPx?: number;
  readonly isLoading?: boolean;
};

const widths = [62, 48, 71, 55, 66, 43, 58];

/** Placeholder rows. For the first 150 ms they only keep the place free, then they are shown for at least 300. */
export function SkeletonRows({ rows = 8, rowPx = 40, isLoading = true }: SkeletonRowsProps) {
  const messages = useMessages();
  const isShown = useDelayed(isLoading);
  if (!isShown && !isLoading) return null;
  return (
    <div role="status" style={isShown ? undefined : { visibility: "hidden" }}>
      <span className="hidden-visually">{messages("states.loading")}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row} style={{ blockSize: rowPx }} aria-hidden="true">
          <i className={styles.bone} style={{ inlineSize: `${widths[index % widths.length]}%` }} />
        </div>
      ))}
    </div>
  );
}
