import { Button } from "@mantine/core";
import type { View } from "#demos/todo/rules.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconChecks, IconSearch } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

type EmptyViewProps = {
  /** `false` for an address of a folder or label that is not there. */
  readonly isKnown: boolean;
  readonly view: View;
  readonly search: string;
  readonly onClearSearch: () => void;
  /** There are some, but done, and those are hidden. */
  readonly hidesDone: boolean;
  readonly onShowDone: () => void;
};

/** Why nothing is here, and what to do about it. */
export function EmptyView({ isKnown, view, search, onClearSearch, hidesDone, onShowDone }: EmptyViewProps) {
  const words = useMessages("todo");
  const icon = <IconChecks size={24} aria-hidden="true" />;
  if (!isKnown)
    return (
      <EmptyState
        icon={icon}
        title={words("empty.unknownTitle")}
        text={words("empty.unknownText")}
        action={<LinkButton to="/apps/todo/folder/all">{words("empty.toAll")}</LinkButton>}
      />
    );
  if (search !== "")
    return (
      <EmptyState
        icon={<IconSearch size={24} aria-hidden="true" />}
        title={words("empty.searchTitle", { search })}
        text={words("empty.searchText")}
        action={
          <Button variant="default" onClick={onClearSearch}>
            {words("empty.clearSearch")}
          </Button>
        }
      />
    );
  if (hidesDone)
    return (
      <EmptyState
        icon={icon}
        title={words("empty.doneTitle")}
        text={words("empty.doneText")}
        action={
          <Button variant="default" onClick={onShowDone}>
            {words("head.showDone")}
          </Button>
        }
      />
    );
  // The words are the original's (spec 001, by way of wire-facts: To-Do).
  return <EmptyState icon={icon} title={words("empty.title")} text={words(`empty.${kindOf(view)}`)} />;
}

const emptyFilters = ["today", "completed", "deleted"] as const;

const kindOf = ({ kind, handle }: View) =>
  (kind === "filter" && emptyFilters.find((filter) => filter === handle)) || kind;
