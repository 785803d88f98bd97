import type { ContactRow, ContactsUser } from "#demos/contacts/contract.ts";
import { GroupChoices } from "#demos/contacts/web/GroupChoices.tsx";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { SelectionBar } from "#web/panes/SelectionBar.tsx";
import { SelectionButton } from "#web/panes/SelectionButton.tsx";
import { Chooser } from "#web/ui/Chooser.tsx";
import { IconArrowMerge, IconStar, IconStarFilled, IconTrash, IconUsersGroup } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type SelectionBarProps = {
  readonly chosen: readonly ContactRow[];
  readonly user: ContactsUser;
  readonly actions: ContactActions;
  /** Whether the groups are open; a key opens them too. */
  readonly isGrouping: boolean;
  readonly onGrouping: (isOpen: boolean) => void;
  readonly onMerge: (ids: readonly [string, string]) => void;
  readonly onClear: () => void;
};

/** What can be done with all that is selected. */
export function ContactSelectionBar(props: SelectionBarProps) {
  const { chosen, user, actions, isGrouping, onGrouping, onMerge, onClear } = props;
  const t = useMessages("contacts");
  const areStarred = chosen.every(({ id }) => user.starred.includes(id));
  const Star = areStarred ? IconStar : IconStarFilled;
  const [one, other] = chosen;
  return (
    <SelectionBar
      label={t("bar.label")}
      count={t("bar.selected", { count: chosen.length })}
      clearLabel={t("bar.clear")}
      onClear={onClear}
    >
      <SelectionButton
        icon={<Star size={18} aria-hidden="true" />}
        onClick={() => {
          actions.star(chosen, !areStarred);
          onClear();
        }}
      >
        {t(areStarred ? "bar.unstar" : "bar.star")}
      </SelectionButton>
      <Chooser
        title={t("bar.group")}
        position="top"
        isOpen={isGrouping}
        onToggle={onGrouping}
        target={
          <SelectionButton icon={<IconUsersGroup size={18} aria-hidden="true" />}>{t("bar.group")}</SelectionButton>
        }
      >
        <GroupChoices chosen={chosen} user={user} actions={actions} />
      </Chooser>
      {chosen.length === 2 && (
        <SelectionButton
          icon={<IconArrowMerge size={18} aria-hidden="true" />}
          onClick={() => onMerge([one!.id, other!.id])}
        >
          {t("bar.merge")}
        </SelectionButton>
      )}
      <SelectionButton
        icon={<IconTrash size={18} aria-hidden="true" />}
        isDangerous
        onClick={() => {
          actions.remove(chosen);
          onClear();
        }}
      >
        {t("bar.delete")}
      </SelectionButton>
    </SelectionBar>
  );
}
