import { Button, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { columnsUnder } from "#web/list/columnChoice.ts";
import { type CellContext, type Column, grammarOf, type ListDefinition, type ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/FilterSheet.module.css";
import { FilterSentence } from "#web/list/FilterSentence.tsx";
import { GroupBuilder } from "#web/list/GroupBuilder.tsx";
import { takesGroups } from "#web/list/takesGroups.ts";
import { useGroupFilters } from "#web/list/useGroupFilters.ts";
import { FilterEditor } from "#web/list/FilterEditor.tsx";
import { codeText } from "#web/list/filterText.ts";
import { FilterText } from "#web/list/FilterText.tsx";
import { useFilters } from "#web/list/useFilters.ts";
import { type ChoiceFilter, type Filter, type FilterValue, isLinkedOnly } from "#web/list/filters.ts";
import { heldOrder, type ListState, type Order } from "#web/list/listUrl.ts";
import { thingsText } from "#web/list/thingsText.ts";
import { useDraftTotal } from "#web/list/useDraftTotal.ts";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { IconCheck } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

export type FilterSheetProps<Row extends ListRow> = {
  readonly list: ListDefinition<Row>;
  readonly state: ListState;
  readonly onApply: (change: Pick<ListState, "filters" | "any" | "order">) => void;
  readonly onClose: () => void;
  readonly context: CellContext;
};

/**
 * All filters and the sort order of the list on a phone. Shows the number of matching records before they are applied.
 */
export function FilterSheet<Row extends ListRow>(props: FilterSheetProps<Row>) {
  const messages = useMessages("list");
  const { list, state, onApply, onClose, context } = props;
  const shellMessages = useMessages();
  // Filters that only links set are shown only if they are set.
  const filters = useFilters(list).filter((filter) => !isLinkedOnly(filter) || filter.name in state.filters);
  const [draft, setDraft] = useState(state);
  const total = useDraftTotal(list, draft);
  const change = (name: string, value: FilterValue | null) => {
    const { [name]: _, ...others } = draft.filters;
    setDraft({ ...draft, filters: value === null ? others : { ...others, [name]: value } });
  };
  return (
    <BottomSheet
      isOpen
      title={messages("filters")}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" flex="0 0 auto" onClick={() => setDraft({ ...draft, filters: {}, any: [] })}>
            {shellMessages("buttons.clear")}
          </Button>
          <Button onClick={() => onApply({ filters: draft.filters, any: draft.any, order: draft.order })}>
            {total === null ? messages("show") : messages("showThings", { things: thingsText(total, context) })}
          </Button>
        </>
      }
    >
      {filters.map((filter) => (
        <section key={filter.name} className={classes.section}>
          <h3>{context.t(`filters.${filter.name}`)}</h3>
          <SheetFilter
            filter={filter}
            value={draft.filters[filter.name] ?? null}
            onChange={(value) => change(filter.name, value)}
            context={context}
          />
        </section>
      ))}
      {takesGroups(list) && (
        <GroupsSection list={list} draft={draft} onChange={(any) => setDraft({ ...draft, any })} context={context} />
      )}
      <section className={classes.section}>
        <OrderSelect
          columns={columnsUnder(list.columns, draft.filters)}
          order={heldOrder(draft, grammarOf(list))}
          onChange={(order) => setDraft({ ...draft, order })}
          context={context}
        />
      </section>
    </BottomSheet>
  );
}

type GroupsSectionProps = {
  readonly list: ListDefinition<never>;
  readonly draft: ListState;
  readonly onChange: (any: ListState["any"]) => void;
  readonly context: CellContext;
};

/** Groups of filters of which records match any. */
function GroupsSection({ list, draft, onChange, context }: GroupsSectionProps) {
  const messages = useMessages("list");
  const filters = useGroupFilters(list);
  const [isBuilding, setBuilding] = useState(false);
  return (
    <section className={classes.section}>
      <h3>{messages("groups")}</h3>
      {draft.any.length > 0 && (
        <p>
          <FilterSentence groups={draft.any} filters={filters} context={context} />
        </p>
      )}
      <Button variant="default" onClick={() => setBuilding(true)}>
        {messages(draft.any.length > 0 ? "editGroups" : "addGroups")}
      </Button>
      {isBuilding && (
        <GroupBuilder
          list={list}
          state={draft}
          onClose={() => setBuilding(false)}
          onApply={(any) => {
            onChange(any);
            setBuilding(false);
          }}
          context={context}
        />
      )}
    </section>
  );
}

type SheetFilterProps = {
  readonly filter: Filter;
  readonly value: FilterValue | null;
  readonly onChange: (value: FilterValue | null) => void;
  readonly context: CellContext;
};

/** Short lists of choices are shown inline; long ones, and days, have an editor. */
function SheetFilter(props: SheetFilterProps) {
  const messages = useMessages("list");
  const { filter, value, onChange, context } = props;
  if (filter.kind === "flag") {
    return (
      <Group gap="xs">
        {[true, false].map((answer) => (
          <Pill
            key={String(answer)}
            isOn={value === answer}
            onToggle={() => onChange(value === answer ? null : answer)}
          >
            {messages(answer ? "yes" : "no")}
          </Pill>
        ))}
      </Group>
    );
  }
  if (filter.kind === "choice" && filter.codes.length <= pillsMax) {
    return <ChoicePills {...props} filter={filter} codes={(value ?? []) as readonly string[]} />;
  }
  return (
    <details className={classes.folded}>
      <summary>
        {value === null ? messages("choose") : <FilterText filter={filter} value={value} context={context} />}
      </summary>
      <FilterEditor {...props} />
    </details>
  );
}

const pillsMax = 8;

function ChoicePills({
  filter,
  codes,
  onChange,
  context,
}: SheetFilterProps & { filter: ChoiceFilter; codes: readonly string[] }) {
  const toggle = (code: string) => {
    const next = filter.codes.filter((one) => (one === code) !== codes.includes(one));
    onChange(next.length > 0 ? next : null);
  };
  return (
    <Group gap="xs">
      {filter.codes.map((code) => (
        <Pill key={code} isOn={codes.includes(code)} onToggle={() => toggle(code)}>
          {codeText(filter, code, context)}
        </Pill>
      ))}
    </Group>
  );
}

type PillProps = { readonly isOn: boolean; readonly onToggle: () => void; readonly children: string };

const Pill = ({ isOn, onToggle, children }: PillProps) => (
  <button type="button" className={classes.pill} aria-pressed={isOn} onClick={onToggle}>
    {isOn && <IconCheck size={16} aria-hidden />}
    {children}
  </button>
);

type OrderSelectProps = {
  readonly columns: readonly Pick<Column<never>, "id" | "sort">[];
  readonly order: Order;
  readonly onChange: (order: Order) => void;
  readonly context: CellContext;
};

function OrderSelect({ columns, order, onChange, context }: OrderSelectProps) {
  const messages = useMessages("list");
  const directions = ["asc", "desc"] as const;
  const choices = columns.flatMap(({ id, sort }) =>
    sort === undefined ? [] : directions.map((direction) => ({ id, sort, direction })),
  );
  return (
    <NativeSelect
      label={messages("orderBy")}
      value={`${order.sort} ${order.direction}`}
      onChange={({ currentTarget }) => {
        const [sort, direction] = currentTarget.value.split(" ");
        onChange({ sort: sort!, direction: direction === "desc" ? "desc" : "asc" });
      }}
    >
      {choices.map(({ id, sort, direction }) => (
        <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
          {messages(`directions.${direction}`, { title: context.t(`columns.${id}`) })}
        </option>
      ))}
    </NativeSelect>
  );
}
