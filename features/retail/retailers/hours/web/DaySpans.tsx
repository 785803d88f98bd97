import { Button } from "@mantine/core";
import type { Span } from "#features/retail/retailers/hours/contract.ts";
import classes from "#features/retail/retailers/hours/web/HoursEditor.module.css";
import { TimeField } from "#web/dates/TimeField.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconCopy, IconPlus, IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type DaySpansProps = {
  readonly name: string;
  readonly spans: readonly Span[];
  readonly errorOf: (span: Span) => string | null;
  /** What a further span begins with. */
  readonly blank: Span;
  readonly isReadOnly: boolean;
  readonly onChange: (spans: readonly Span[]) => void;
  /** To all days of the week. */
  readonly onCopy: () => void;
};

/** One weekday: when it opens and closes, as often as it does. */
export function DaySpans({ name, spans, errorOf, blank, isReadOnly, onChange, onCopy }: DaySpansProps) {
  const t = useMessages("retailers");
  const put = (at: number, next: Span) => onChange(spans.map((span, place) => (place === at ? next : span)));
  const last = spans.at(-1);
  // After the last one, in the evening where there is room.
  const further = last ? { ...blank, opens: "19:00", closes: "23:00" } : blank;
  return (
    <div className={classes.day}>
      <b className={classes.name}>{name}</b>
      <div className={classes.spans}>
        {spans.length === 0 && <span className={classes.hint}>{t("hours.closed")}</span>}
        {spans.map((span, at) => (
          // Times are edited in place: a span is where it stands.
          <SpanLine
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            day={name}
            span={span}
            error={errorOf(span)}
            isReadOnly={isReadOnly}
            onChange={(next) => put(at, next)}
            onRemove={() => onChange(spans.filter((_, place) => place !== at))}
          />
        ))}
      </div>
      {!isReadOnly && (
        <span className={classes.tools}>
          <IconButton label={t("hours.addSpan", { day: name })} size="sm" onClick={() => onChange([...spans, further])}>
            <IconPlus size={16} aria-hidden />
          </IconButton>
          {spans.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconCopy size={14} aria-hidden />}
              aria-label={t("hours.copyDay", { day: name })}
              onClick={onCopy}
            >
              {t("hours.copyToAll")}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

type SpanLineProps = {
  readonly day: string;
  readonly span: Span;
  readonly error: string | null;
  readonly isReadOnly: boolean;
  readonly onChange: (span: Span) => void;
  readonly onRemove: () => void;
};

function SpanLine({ day, span, error, isReadOnly, onChange, onRemove }: SpanLineProps) {
  const t = useMessages("retailers");
  const change = (opens: string, shown: string) => {
    if (opens === "" || shown === "") return;
    // Nobody types 24:00; midnight is where the day ends.
    const closes = shown === "00:00" ? "24:00" : shown;
    onChange({ ...span, opens, closes, closesNextDay: closes <= opens });
  };
  const closes = span.closes === "24:00" ? "00:00" : span.closes;
  return (
    <span className={classes.span} data-wrong={error !== null || undefined}>
      <TimeField
        className={classes.time}
        error={error !== null}
        aria-label={t("hours.opens", { day })}
        value={span.opens}
        disabled={isReadOnly}
        onChange={(time) => change(time, closes)}
      />
      <span aria-hidden>–</span>
      <TimeField
        className={classes.time}
        error={error !== null}
        aria-label={t("hours.closes", { day })}
        value={closes}
        disabled={isReadOnly}
        onChange={(time) => change(span.opens, time)}
      />
      {span.closesNextDay && <span className={classes.hint}>{t("hours.nextDay")}</span>}
      {!isReadOnly && (
        <IconButton label={t("hours.removeSpan", { day, opens: span.opens })} size="sm" onClick={onRemove}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
      {error !== null && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
