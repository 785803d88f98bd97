import { lazy, Suspense, useState } from "react";
import { contactExtras, type ContactsUser, type Group } from "#demos/contacts/contract.ts";
import { type FixedList, fixedLists } from "#demos/contacts/rules.ts";
import { linkTo, useGroupIcons } from "#demos/contacts/web/useContacts.ts";
import { NamedIcon } from "#demos/icons/web/NamedIcon.tsx";
import { useRead } from "#web/operations.ts";
import { SideLink } from "#web/panes/SideLink.tsx";
import { SidePane } from "#web/panes/SidePane.tsx";
import { SideSection } from "#web/panes/SideSection.tsx";
import { IconCake, IconClock, IconStar, IconUsers, IconUsersGroup } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const GroupDialog = lazy(() =>
  import("#demos/contacts/web/GroupDialog.tsx").then((module) => ({ default: module.GroupDialog })),
);

type SidePaneProps = {
  readonly user: ContactsUser;
  readonly list: string;
  /** Called after a choice, to close the sheet that may contain the pane. */
  readonly onChoose?: () => void;
};

const icons: Readonly<Record<FixedList, typeof IconUsers>> = {
  all: IconUsers,
  frequent: IconClock,
  starred: IconStar,
  birthdays: IconCake,
};

/** The lists that everyone has, and one's own groups, each with how many contacts it has. */
export function ContactSidePane({ user, list, onChoose }: SidePaneProps) {
  const t = useMessages("contacts");
  const [edited, setEdited] = useState<{ readonly group: Group | null } | null>(null);
  const counts = useCounts(user);
  const groupIcons = useGroupIcons();
  return (
    <>
      <SidePane label={t("pane.label")}>
        <SideSection title={t("title")}>
          {fixedLists.map((each) => {
            const Icon = icons[each];
            return (
              <SideLink
                key={each}
                link={linkTo(each)}
                title={t(`lists.${each}`)}
                icon={<Icon size={18} aria-hidden="true" />}
                count={counts[each]}
                isCurrent={list === each}
                onChoose={onChoose}
              />
            );
          })}
        </SideSection>
        <SideSection title={t("pane.groups")} addLabel={t("pane.addGroup")} onAdd={() => setEdited({ group: null })}>
          {user.groups.map((group) => (
            <SideLink
              key={group.id}
              link={linkTo(group.id)}
              title={group.name}
              icon={
                <NamedIcon
                  name={groupIcons.get(group.id) ?? null}
                  sizePx={18}
                  fallback={<IconUsersGroup size={18} />}
                />
              }
              count={group.contactIds.length}
              isCurrent={list === group.id}
              onChoose={onChoose}
              edit={{ label: t("pane.edit", { name: group.name }), onEdit: () => setEdited({ group }) }}
            />
          ))}
        </SideSection>
      </SidePane>
      {edited && (
        <Suspense>
          <GroupDialog
            group={edited.group}
            icon={groupIcons.get(edited.group?.id ?? "") ?? null}
            groups={user.groups}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function useCounts(user: ContactsUser): Readonly<Record<FixedList, number>> {
  const counted = { sort: "name", limit: 25, count: "capped" } as const;
  const { data: all } = useRead(contactExtras.list, counted);
  const { data: birthdays } = useRead(contactExtras.list, { ...counted, list: "birthdays" });
  return {
    all: all?.total?.count ?? 0,
    frequent: user.frequentContacts.length,
    starred: user.starred.length,
    birthdays: birthdays?.total?.count ?? 0,
  };
}
