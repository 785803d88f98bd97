import classes from "#features/loyalty/promocodes/redemptions/web/ShareBars.module.css";

type Row = {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  readonly text: string;
  /** A second value, without a bar. */
  readonly more?: string;
};

type ShareBarsProps = {
  /** Shown if there are no rows. */
  readonly none: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
};

/** Values compared, each with a bar of its part of the largest. A table, so that nothing is in the picture alone. */
export function ShareBars({ none, columns, rows }: ShareBarsProps) {
  if (rows.length === 0) return <p>{none}</p>;
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className={classes.bars}>
      <thead className="hidden-visually">
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value, text, more }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{name}</bdi>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect className={classes.track} width="100" height="1" />
                <rect className={classes.bar} width={(100 * value) / most} height="1" />
              </svg>
            </th>
            <td>{text}</td>
            {more !== undefined && <td className={classes.more}>{more}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
