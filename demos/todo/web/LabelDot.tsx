import styles from "#demos/todo/web/LabelDot.module.css";

/** The colour of a label. Its name is always next to it. */
export const LabelDot = ({ color }: { readonly color: string }) => (
  <i className={styles.dot} style={{ background: color }} aria-hidden="true" />
);
