import { TextInput } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useEffect, useMemo } from "react";
import { contactExtras, type ContactRow, type ContactsUser } from "#demos/contacts/contract.ts";
import { initialOf, sortedInitials } from "#demos/contacts/rules.ts";
import { ContactLine } from "#demos/contacts/web/ContactLine.tsx";
import { ContactSelectionBar } from "#demos/contacts/web/ContactSelectionBar.tsx";
import styles from "#demos/contacts/web/Contacts.module.css";
import { FilesMenu } from "#demos/contacts/web/FilesMenu.tsx";
import { ListChips } from "#demos/contacts/web/ListChips.tsx";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { type ContactPages, newContactPath, rowPx } from "#demos/contacts/web/useContacts.ts";
import { formatNumber } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { ListPane } from "#web/panes/ListPane.tsx";
import { RowList } from "#web/panes/RowList.tsx";
import type { Rows } from "#web/panes/useRows.ts";
import { isSelected } from "#web/list/selection.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconSearch, IconSquareCheck, IconUserPlus, IconUsers } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type ListPaneProps = {
  readonly user: ContactsUser;
  readonly list: string;
  readonly title: string;
  readonly pages: ContactPages;
  readonly shown: readonly ContactRow[];
  readonly rows: Rows<ContactRow>;
  readonly actions: ContactActions;
  readonly openId: string | null;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly initial: string;
  readonly onInitial: (letter: string) => void;
  readonly today: string;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly isGrouping: boolean;
  readonly onGrouping: (isOpen: boolean) => void;
  readonly onMerge: (ids: readonly [string, string]) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** One list: its head, the index of letters, its contacts, and what can be done with the selected ones. */
export function ContactListPane(props: ListPaneProps) {
  const { user, list, title, rows, actions, isGrouping, onGrouping, onMerge } = props;
  return (
    <ListPane label={title} head={<Head {...props} />} sideReplacement={<ListChips user={user} list={list} />}>
      <Initials {...props} />
      <Content {...props} />
      {rows.selected.length > 0 && (
        <ContactSelectionBar
          chosen={rows.selected}
          {...{ user, actions, isGrouping, onGrouping, onMerge }}
          onClear={rows.clear}
        />
      )}
    </ListPane>
  );
}

function Head({ title, list, pages, rows, search, onSearch, searchRef }: ListPaneProps) {
  const t = useMessages("contacts");
  const language = useLanguage();
  const isPhone = useIsPhone();
  const { total } = pages;
  return (
    <header className={styles.head}>
      <div className={styles.headLine}>
        <h1 className={styles.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        <span className={styles.count} aria-live="polite">
          {total &&
            t("things", {
              count: total.count,
              figure: `${formatNumber(language, total.count)}${total.isCapped ? "+" : ""}`,
            })}
        </span>
        <span className={styles.gap} />
        {isPhone && (
          <IconButton
            label={t("head.select")}
            isPressed={rows.isSelecting}
            onClick={() => rows.setSelecting(!rows.isSelecting)}
          >
            <IconSquareCheck size={20} aria-hidden="true" />
          </IconButton>
        )}
        <FilesMenu list={list} search={search} />
        {isPhone ? (
          <LinkButton to={newContactPath} aria-label={t("new")}>
            <IconUserPlus size={20} aria-hidden="true" />
          </LinkButton>
        ) : (
          <LinkButton to={newContactPath} leftSection={<IconUserPlus size={18} aria-hidden="true" />}>
            {t("new")}
          </LinkButton>
        )}
      </div>
      <TextInput
        ref={searchRef}
        type="search"
        aria-label={t("searchLabel")}
        placeholder={t("searchLabel")}
        value={search}
        {...(search === "" ? {} : { dir: "auto" })}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || search === "") return;
          event.stopPropagation();
          onSearch("");
        }}
      />
    </header>
  );
}

/** The letters that names begin with, in the order of the reader's alphabet. One at a time narrows the list. */
function Initials({ list, initial, onInitial, search }: ListPaneProps) {
  const t = useMessages("contacts");
  const language = useLanguage();
  const { data } = useRead(contactExtras.letters, list === "all" ? {} : { list });
  const initials = useMemo(() => sortedInitials(data ?? [], language), [data, language]);
  if (search !== "") return null;
  // Its height is kept while it loads and for one letter, so that the contacts below stay where they are.
  if (initials.length < 2) return <div className={styles.letters} />;
  return (
    <div className={styles.letters} role="toolbar" aria-label={t("letters.label")}>
      {initials.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === initial}
          aria-label={each === "#" ? t("letters.other") : t("letters.only", { letter: each })}
          onClick={() => onInitial(each === initial ? "" : each)}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

type Line = { readonly letter: string } | { readonly contact: ContactRow } | { readonly isMore: true };
const headPx = 28;

function Content(props: ListPaneProps) {
  const { list, title, pages, shown, rows, search, initial, onSearch, onInitial, onKeyDown } = props;
  const t = useMessages("contacts");
  const lines = useMemo(() => linesOf(shown, list !== "birthdays"), [shown, list]);
  const all: readonly Line[] = pages.hasNextPage ? [...lines, { isMore: true }] : lines;
  if (pages.error && !pages.data)
    return <ErrorState error={pages.error} isRetrying={pages.isFetching} onRetry={() => void pages.refetch()} />;
  if (!pages.data) return <SkeletonRows rows={12} rowPx={rowPx} />;
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<IconUsers size={24} aria-hidden="true" />}
        title={t(search || initial ? "empty.noneFound" : "empty.title")}
        text={t(search || initial ? "empty.noneFoundText" : emptyText(list))}
        action={
          (search || initial) && (
            <button
              type="button"
              className={styles.clear}
              onClick={() => {
                onSearch("");
                onInitial("");
              }}
            >
              {t("empty.clear")}
            </button>
          )
        }
      />
    );
  return (
    <RowList
      label={title}
      lineKeys={all.map(lineKey)}
      heightPx={(index) => ("letter" in all[index]! ? headPx : rowPx)}
      rows={rows}
      onKeyDown={onKeyDown}
      renderLine={(index) => <ListLine key={lineKey(all[index]!)} {...props} line={all[index]!} />}
    />
  );
}

const emptyText = (list: string) =>
  list === "frequent" || list === "starred" || list === "birthdays" ? (`empty.${list}` as const) : "empty.text";

function linesOf(shown: readonly ContactRow[], hasHeads: boolean): Line[] {
  let last = "";
  return shown.flatMap((contact): Line[] => {
    const initial = hasHeads ? initialOf(contact) : last;
    if (initial === last) return [{ contact }];
    last = initial;
    return [{ letter: initial }, { contact }];
  });
}

const lineKey = (line: Line) =>
  "contact" in line ? line.contact.id : "letter" in line ? `letter ${line.letter}` : "more";

function ListLine({ line, ...props }: ListPaneProps & { readonly line: Line }) {
  const { rows, shown, user, openId, actions, list, today, pages } = props;
  if ("letter" in line)
    return (
      <div role="row" className={styles.letter}>
        <span role="rowheader">{line.letter}</span>
      </div>
    );
  if ("isMore" in line) return <NextPage pages={pages} />;
  const { contact } = line;
  const isActive = rows.activeId === null ? contact === shown[0] : rows.activeId === contact.id;
  return (
    <ContactLine
      contact={contact}
      isActive={isActive}
      isOpen={openId === contact.id}
      isSelected={isSelected(rows.selection, contact.id)}
      isSelecting={rows.isSelecting}
      isStarred={user.starred.includes(contact.id)}
      birthdayFrom={list === "birthdays" ? today : null}
      actions={actions}
      handlers={rows.handlers}
    />
  );
}

/** Loads the next page once the end of the list comes near. */
function NextPage({ pages }: { readonly pages: ContactPages }) {
  const { fetchNextPage, isFetchingNextPage } = pages;
  useEffect(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);
  return <SkeletonRows rows={1} rowPx={rowPx} />;
}
