import { Button } from "@mantine/core";
import { useState } from "react";
import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import { FilterGroupCard } from "#web/list/FilterGroupCard.tsx";
import { FilterSentence } from "#web/list/FilterSentence.tsx";
import classes from "#web/list/GroupBuilder.module.css";
import { groupsMax } from "#web/list/groupLimits.ts";
import type { FilterValues, ListState } from "#web/list/listUrl.ts";
import { thingsText } from "#web/list/thingsText.ts";
import { useDraftTotal } from "#web/list/useDraftTotal.ts";
import { useGroupFilters } from "#web/list/useGroupFilters.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { IconPlus } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type GroupBuilderProps = {
  readonly list: ListDefinition<never>;
  readonly state: ListState;
  readonly onApply: (any: readonly FilterValues[]) => void;
  readonly onClose: () => void;
  readonly context: CellContext;
};

/** Edits groups of conditions of which records match any. Says what they mean, and how many records match. */
export function GroupBuilder({ list, state, onApply, onClose, context }: GroupBuilderProps) {
  const messages = useMessages("list");
  const shellMessages = useMessages();
  const filters = useGroupFilters(list);
  const [groups, setGroups] = useState<readonly FilterValues[]>(state.any.length > 0 ? state.any : [{}]);
  // A group without conditions would match everything.
  const complete = groups.filter((group) => Object.keys(group).length > 0);
  const total = useDraftTotal(list, { ...state, any: complete });
  return (
    <Dialog
      isOpen
      widthPx={640}
      title={messages("groups")}
      onClose={() => {
        // Escape closes the editor of a condition first.
        if (!document.activeElement?.closest(".mantine-Popover-dropdown, .mantine-Menu-dropdown")) onClose();
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {shellMessages("buttons.cancel")}
          </Button>
          <Button onClick={() => onApply(complete)}>
            {total === null ? messages("show") : messages("showThings", { things: thingsText(total, context) })}
          </Button>
        </>
      }
    >
      <p className={classes.sentence} aria-live="polite">
        {complete.length === 0 ? (
          messages("groupsHint")
        ) : (
          <>
            {messages("recordsWhere")} <FilterSentence groups={complete} filters={filters} context={context} />
          </>
        )}
      </p>
      <ol className={classes.groups}>
        {groups.map((group, place) => (
          // Groups have no identity but their place, and keep no state.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className={classes.group}>
            {place > 0 && <span className={classes.or}>{messages("or")}</span>}
            <FilterGroupCard
              place={place}
              filters={filters}
              group={group}
              onChange={(changed) => setGroups(groups.with(place, changed))}
              onRemove={groups.length > 1 ? () => setGroups(groups.toSpliced(place, 1)) : null}
              context={context}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={groups.length === groupsMax}
        onClick={() => setGroups([...groups, {}])}
      >
        {messages("addGroup")}
      </Button>
    </Dialog>
  );
}
