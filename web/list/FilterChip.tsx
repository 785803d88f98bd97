import { Popover } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { CellContext } from "#web/list/defineList.ts";
import classes from "#web/list/FilterChip.module.css";
import { fetchFilterEditor } from "#web/list/fetchFilterEditor.ts";
import { FilterText } from "#web/list/FilterText.tsx";
import type { Filter, FilterValue } from "#web/list/filters.ts";
import { focusFirst } from "#web/list/focusFirst.ts";
import { IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type FilterChipProps = {
  readonly filter: Filter;
  /** Null if it was just added and has no value yet. */
  readonly value: FilterValue | null;
  readonly onChange: (value: FilterValue | null) => void;
  /** Called if the editor closes without a value. */
  readonly onAbandon?: () => void;
  readonly context: CellContext;
};

// Loaded on the first click on a chip.
const FilterEditor = lazy(() => fetchFilterEditor().then((module) => ({ default: module.FilterEditor })));

/** An active filter. A click opens its editor; the cross removes it. */
export function FilterChip({ filter, value, onChange, onAbandon, context }: FilterChipProps) {
  const messages = useMessages("list");
  const [isOpen, setOpen] = useState(value === null);
  const title = context.t(`filters.${filter.name}`);
  const handleOpen = (opened: boolean) => {
    setOpen(opened);
    if (!opened && value === null) onAbandon?.();
  };
  return (
    <span className={classes.chip} data-filter={filter.name}>
      <Popover opened={isOpen} onChange={handleOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes.value} onClick={() => handleOpen(!isOpen)} aria-haspopup="dialog">
            <span className={classes.title}>{title}</span>
            <span className={classes.text}>
              {value === null ? "…" : <FilterText filter={filter} value={value} context={context} />}
            </span>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={title} className={classes.editor}>
          <Suspense fallback={<div className={classes.waiting} />}>
            <div ref={focusFirst}>
              <FilterEditor filter={filter} value={value} onChange={onChange} context={context} />
            </div>
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={classes.remove}
        aria-label={messages("removeFilter", { title })}
        onClick={() => (value === null ? onAbandon?.() : onChange(null))}
      >
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
