import classes from "#features/platform/home/web/ExpiringChoice.module.css";
import { ExpiringFilters, type Narrowing } from "#features/platform/home/web/ExpiringFilters.tsx";
import { useMessages } from "#web/useMessages.ts";

/** How far ahead it looks, in days (domain 5.2). */
const spans = ["7", "30", "90"] as const;
export type Span = (typeof spans)[number];

type ExpiringChoiceProps = {
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
  readonly narrowing: Narrowing;
  readonly onNarrow: (narrowing: Narrowing) => void;
};

/** Which expiring certificates are listed: the days ahead, markets and brands. */
export function ExpiringChoice({ span, onSpan, narrowing, onNarrow }: ExpiringChoiceProps) {
  const messages = useMessages("home");
  return (
    <>
      <span className={classes.spans} role="group" aria-label={messages("board.within")}>
        {spans.map((each) => (
          <button key={each} type="button" aria-pressed={each === span} onClick={() => onSpan(each)}>
            {messages("board.days", { count: Number(each) })}
          </button>
        ))}
      </span>
      <ExpiringFilters narrowing={narrowing} onChange={onNarrow} />
    </>
  );
}
