import { Popover } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Day } from "#base/days.ts";
import { DayPicker } from "#web/calendar/DayPicker.tsx";
import classes from "#web/dates/DayLayer.module.css";
import { type DayBounds, isWithin } from "#web/dates/parseDay.ts";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

export type DayLayerProps = {
  readonly title: string;
  readonly isOpen: boolean;
  /** The field itself is in a popover. */
  readonly isInPopover: boolean;
  readonly chosen: Day | null;
  readonly today: Day;
  readonly bounds: DayBounds;
  /** Why a day cannot be chosen; null if it can. */
  readonly problemOf: (day: Day) => string | null;
  readonly onChoose: (day: Day) => void;
  readonly onClose: () => void;
  /** After a press elsewhere, which takes the focus there. */
  readonly onLeave: () => void;
};

/** The month of a date field: beside it, and on a phone in a sheet from the bottom. */
export function DayLayer({ title, isOpen, isInPopover, onClose, onLeave, ...month }: DayLayerProps) {
  const isPhone = useIsPhone();
  useEscape(isOpen, onClose);
  if (isPhone)
    return (
      <BottomSheet title={title} isOpen={isOpen} onClose={onClose}>
        <Month {...month} />
      </BottomSheet>
    );
  return (
    <Popover
      opened={isOpen}
      onDismiss={onLeave}
      position="bottom-end"
      trapFocus
      withRoles={false}
      // A popover closes at a click outside it, and what is in a portal counts as outside.
      withinPortal={!isInPopover}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={title} className={classes.layer}>
        <Month {...month} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Month({
  chosen,
  today,
  bounds,
  problemOf,
  onChoose,
}: Pick<DayLayerProps, "chosen" | "today" | "bounds" | "problemOf" | "onChoose">) {
  const [problem, setProblem] = useState<string | null>(null);
  const { min, max } = bounds;
  const choose = (day: Day) => {
    const reason = problemOf(day);
    setProblem(reason);
    if (reason === null) onChoose(day);
  };
  return (
    <>
      <DayPicker
        chosen={chosen}
        today={today}
        from={isWithin(today, bounds) ? today : (min ?? max ?? today)}
        isOffered={(day) => isWithin(day, bounds)}
        onChoose={choose}
      />
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
    </>
  );
}

/** Closes the month alone: every layer hears Esc, and the ones below it would close as well. */
function useEscape(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, [isOpen, onClose]);
}
