import classes from "#features/loyalty/promocodes/web/UseBar.module.css";

type UseBarProps = {
  readonly taken: number;
  /** Null: no limit, and so no bar. */
  readonly max: number | null;
  readonly text: string;
};

/** How much of a limit is used: the text, with a bar below it. */
export const UseBar = ({ taken, max, text }: UseBarProps) => (
  <span className={classes.use}>
    <span>{text}</span>
    {max !== null && (
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${Math.min(100, (100 * taken) / Math.max(1, max))}%` }} />
      </span>
    )}
  </span>
);
