import { Menu } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { columnsUnder, shownColumns } from "#web/list/columnChoice.ts";
import type { CellContext, ListDefinition } from "#web/list/defineList.ts";
import { fetchFilterEditor } from "#web/list/fetchFilterEditor.ts";
import { FilterChip } from "#web/list/FilterChip.tsx";
import classes from "#web/list/ListTools.module.css";
import { isLinkedOnly } from "#web/list/filters.ts";
import { useFilters } from "#web/list/useFilters.ts";
import type { ListState } from "#web/list/listUrl.ts";
import { DisplayMenu } from "#web/list/DisplayMenu.tsx";
import type { Display, ListPreferences } from "#web/list/preferences.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { takesGroups } from "#web/list/takesGroups.ts";
import type { ChangeList } from "#web/list/useListState.ts";
import { IconArrowDown, IconArrowUp, IconFilter } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type ListToolsProps = {
  readonly list: ListDefinition<never>;
  readonly state: ListState;
  readonly onChange: ChangeList;
  readonly preferences: ListPreferences;
  readonly onPrefer: (change: Partial<Display>) => void;
  readonly context: CellContext;
};

const GroupBuilder = lazy(() => import("#web/list/GroupBuilder.tsx").then((m) => ({ default: m.GroupBuilder })));
const GroupsChip = lazy(() => import("#web/list/GroupsChip.tsx").then((m) => ({ default: m.GroupsChip })));

/** Above the table: search, filters and display options. */
export function ListTools(props: ListToolsProps) {
  const messages = useMessages("list");
  const { list, state, onChange, preferences, onPrefer, context } = props;
  const [added, setAdded] = useState<string | null>(null);
  const [isBuilding, setBuilding] = useState(false);
  const shown = useFilters(list).filter(({ name }) => name in state.filters || name === added);
  const changeFilter = (name: string, value: ListState["filters"][string] | null) => {
    const { [name]: before, ...others } = state.filters;
    // One step back undoes the whole filter, not a single checkbox.
    onChange(
      { filters: value === null ? others : { ...others, [name]: value } },
      { isReplacing: before !== undefined },
    );
    if (value !== null && name === added) setAdded(null);
  };
  return (
    <div className={classes.tools} role="search" aria-label={messages("tools")}>
      <SearchBox
        label={context.t("searchLabel")}
        value={state.search}
        onChange={(search) => onChange({ search }, { isReplacing: true })}
      />
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={state.filters[filter.name] ?? null}
          onChange={(value) => changeFilter(filter.name, value)}
          onAbandon={() => setAdded(null)}
          context={context}
        />
      ))}
      <GroupsFilter {...props} isBuilding={isBuilding} onBuild={setBuilding} />
      <AddFilter
        list={list}
        taken={shown.map(({ name }) => name)}
        onAdd={setAdded}
        onBuild={takesGroups(list) && state.any.length === 0 ? () => setBuilding(true) : null}
        context={context}
      />
      <span className={classes.gap} />
      <OrderText list={list} state={state} preferences={preferences} context={context} />
      <DisplayMenu
        columns={columnsUnder(list.columns, state.filters)}
        preferences={preferences}
        onPrefer={onPrefer}
        context={context}
      />
    </div>
  );
}

type GroupsFilterProps = Pick<ListToolsProps, "list" | "state" | "onChange" | "context"> & {
  readonly isBuilding: boolean;
  readonly onBuild: (isBuilding: boolean) => void;
};

/** The groups of filters as a sentence, and their builder. */
function GroupsFilter({ list, state, onChange, isBuilding, onBuild, context }: GroupsFilterProps) {
  return (
    <Suspense>
      {state.any.length > 0 && (
        <GroupsChip
          list={list}
          groups={state.any}
          onEdit={() => onBuild(true)}
          onRemove={() => onChange({ any: [] })}
          context={context}
        />
      )}
      {isBuilding && (
        <GroupBuilder
          list={list}
          state={state}
          onApply={(any) => {
            onChange({ any });
            onBuild(false);
          }}
          onClose={() => onBuild(false)}
          context={context}
        />
      )}
    </Suspense>
  );
}

type OrderTextProps = Pick<ListToolsProps, "list" | "state" | "preferences" | "context">;

/** What the rows are sorted by, if its column is not there to show it. */
function OrderText({ list, state, preferences, context }: OrderTextProps) {
  const messages = useMessages("list");
  const { sort, direction } = state.order;
  const columns = columnsUnder(list.columns, state.filters);
  const column = columns.find((each) => each.sort === sort);
  if (!column || shownColumns(columns, preferences.columns).includes(column)) return null;
  const Arrow = direction === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <span className={classes.order}>
      {messages("sortedBy", { title: context.t(`columns.${column.id}`) })}
      <Arrow size={14} aria-hidden />
    </span>
  );
}

type AddFilterProps = Pick<ListToolsProps, "list" | "context"> & {
  readonly taken: readonly string[];
  readonly onAdd: (name: string) => void;
  /** Null if there are groups already, or can't be any. */
  readonly onBuild: (() => void) | null;
};

function AddFilter({ list, taken, onAdd, onBuild, context }: AddFilterProps) {
  const messages = useMessages("list");
  const free = useFilters(list).filter((filter) => !taken.includes(filter.name) && !isLinkedOnly(filter));
  if (free.length === 0 && onBuild === null) return null;
  return (
    <Menu position="bottom-start" returnFocus={false} onOpen={() => void fetchFilterEditor()}>
      <Menu.Target>
        <button type="button" className={classes.add}>
          <IconFilter size={18} stroke={1.75} aria-hidden />
          {messages("addFilter")}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {free.map(({ name }) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {context.t(`filters.${name}`)}
          </Menu.Item>
        ))}
        {onBuild && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onBuild}>{messages("addGroups")}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
