import { lazy, Suspense } from "react";
import classes from "#web/dates/DateField.module.css";
import type { DayLayerProps } from "#web/dates/DayLayer.tsx";
import { IconCalendar } from "#web/ui/icons.ts";
import { useWasOnce } from "#web/ui/useWasOnce.ts";
import { useMessages } from "#web/useMessages.ts";

// Loaded when a calendar is first opened: most dates are typed.
const DayLayer = lazy(() => import("#web/dates/DayLayer.tsx").then((module) => ({ default: module.DayLayer })));

type CalendarButtonProps = DayLayerProps & { readonly onOpen: (from: HTMLElement) => void };

/** Opens the month of a date field. */
export function CalendarButton({ onOpen, ...layer }: CalendarButtonProps) {
  const messages = useMessages();
  const { isOpen, onLeave } = layer;
  const isLoaded = useWasOnce(isOpen);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={messages("dates.open")}
        title={messages("dates.open")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // The month closes at a press outside it, and a press here closes it anyway.
        onMouseDown={(event) => event.stopPropagation()}
        onTouchStart={(event) => event.stopPropagation()}
        onClick={({ currentTarget }) => (isOpen ? onLeave() : onOpen(currentTarget))}
      >
        <IconCalendar size={18} aria-hidden />
      </button>
      {isLoaded && (
        <Suspense>
          <DayLayer {...layer} />
        </Suspense>
      )}
    </>
  );
}
