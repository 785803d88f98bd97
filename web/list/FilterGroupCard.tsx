import { ActionIcon, Button, Menu } from "@mantine/core";
import { Fragment, useState } from "react";
import type { CellContext } from "#web/list/defineList.ts";
import { FilterChip } from "#web/list/FilterChip.tsx";
import type { Filter, FilterValue } from "#web/list/filters.ts";
import classes from "#web/list/GroupBuilder.module.css";
import { conditionsMax } from "#web/list/groupLimits.ts";
import type { FilterValues } from "#web/list/listUrl.ts";
import { IconPlus, IconX } from "#web/ui/icons.ts";
import { formatNumber } from "#web/formats.ts";
import { useMessages } from "#web/useMessages.ts";

type FilterGroupCardProps = {
  readonly place: number;
  readonly filters: readonly Filter[];
  readonly group: FilterValues;
  readonly onChange: (group: FilterValues) => void;
  /** Null for the only group. */
  readonly onRemove: (() => void) | null;
  readonly context: CellContext;
};

/** The conditions of one group: a record of it matches all of them. */
export function FilterGroupCard({ place, filters, group, onChange, onRemove, context }: FilterGroupCardProps) {
  const messages = useMessages("list");
  const [added, setAdded] = useState<string | null>(null);
  const shown = filters.filter(({ name }) => name in group || name === added);
  const free = filters.filter((filter) => !shown.includes(filter));
  const name = messages("group", { figure: formatNumber(context.language, place + 1) });
  const change = (filter: string, value: FilterValue | null) => {
    const { [filter]: _, ...others } = group;
    onChange(value === null ? others : { ...others, [filter]: value });
    if (filter === added) setAdded(null);
  };
  return (
    <fieldset className={classes.card}>
      <legend className="hidden-visually">{name}</legend>
      {shown.map((filter, index) => (
        <Fragment key={filter.name}>
          {index > 0 && <span className={classes.and}>{messages("and")}</span>}
          <FilterChip
            filter={filter}
            value={group[filter.name] ?? null}
            onChange={(value) => change(filter.name, value)}
            onAbandon={() => setAdded(null)}
            context={context}
          />
        </Fragment>
      ))}
      {free.length > 0 && shown.length < conditionsMax && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />}>
              {messages("addCondition")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setAdded(filter.name)}>
                {context.t(`filters.${filter.name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          aria-label={messages("removeGroup", { group: name })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  );
}
