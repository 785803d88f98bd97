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
  const t = useMessages("todo");
  const icon = <IconChecks size={24} aria-hidden="true" />;
  if (!isKnown)
    return (
      <EmptyState
        icon={icon}
        title={t("empty.unknownTitle")}
        text={t("empty.unknownText")}
        action={<LinkButton to="/apps/todo/folder/all">{t("empty.toAll")}</LinkButton>}
      />
    );
  if (search !== "")
    return (
      <EmptyState
        icon={<IconSearch size={24} aria-hidden="true" />}
        title={t("empty.searchTitle", { search })}
        text={t("empty.searchText")}
        action={
          <Button variant="default" onClick={onClearSearch}>
            {t("empty.clearSearch")}
          </Button>
        }
      />
    );
  if (hidesDone)
    return (
      <EmptyState
        icon={icon}
        title={t("empty.doneTitle")}
        text={t("empty.doneText")}
        action={
          <Button variant="default" onClick={onShowDone}>
            {t("head.showDone")}
          </Button>
        }
      />
    );
  // The words are the original's (spec 001, by way of wire-facts: To-Do).
  return <EmptyState icon={icon} title={t("empty.title")} text={t(`empty.${kindOf(view)}`)} />;
}

const emptyFilters = ["today", "completed", "deleted"] as const;

const kindOf = ({ kind, handle }: View) =>
  (kind === "filter" && emptyFilters.find((filter) => filter === handle)) || kind;
