import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import classes from "#web/list/FilterChip.module.css";
import { FilterSentence } from "#web/list/FilterSentence.tsx";
import type { FilterValues } from "#web/list/listUrl.ts";
import { useGroupFilters } from "#web/list/useGroupFilters.ts";
import { IconX } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type GroupsChipProps = {
  readonly list: ListDefinition<never>;
  readonly groups: readonly FilterValues[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly context: CellContext;
};

/** The groups that the list is filtered by, as a sentence. */
export function GroupsChip({ list, groups, onEdit, onRemove, context }: GroupsChipProps) {
  const messages = useMessages("list");
  const filters = useGroupFilters(list);
  return (
    <span className={classes.chip} data-filter="any" data-wide>
      <button type="button" className={classes.value} onClick={onEdit} aria-haspopup="dialog">
        <span className={classes.text}>
          <FilterSentence groups={groups} filters={filters} context={context} />
        </span>
      </button>
      <button
        type="button"
        className={classes.remove}
        aria-label={messages("removeFilter", { title: messages("groups") })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
