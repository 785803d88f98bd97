import { Link } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useState } from "react";
import { type ContactRecord, contactExtras, type ContactsUser } from "#demos/contacts/contract.ts";
import { dialled, fullName, nextBirthday, type TouchKind, whatsAppLink } from "#demos/contacts/rules.ts";
import { ownPicture } from "#demos/contacts/web/ContactLine.tsx";
import classes from "#demos/contacts/web/ContactDetail.module.css";
import styles from "#demos/contacts/web/Contacts.module.css";
import { GroupChoices } from "#demos/contacts/web/GroupChoices.tsx";
import type { ContactActions } from "#demos/contacts/web/useContactActions.ts";
import { useLinkedRecords } from "#demos/contacts/web/useLinkedRecords.ts";
import { formatDate, formatDayMonth, formatRelative } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { DetailPane } from "#web/panes/DetailPane.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Chooser } from "#web/ui/Chooser.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import {
  IconArrowMerge,
  IconBrandWhatsapp,
  IconMail,
  IconPencil,
  IconPhone,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsers,
  IconUsersGroup,
} from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type DetailProps = {
  readonly id: string;
  readonly user: ContactsUser;
  readonly actions: ContactActions;
  readonly today: string;
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly onMerge: (ids: readonly [string, string]) => void;
};
type OpenProps = DetailProps & { readonly contact: ContactRecord };

/** Everything about one contact, and the ways to reach them. */
export function ContactDetail(props: DetailProps) {
  const { id, panelRef, onClose } = props;
  const t = useMessages("contacts");
  const { data: contact, error, refetch, isFetching } = useRead(contactExtras.get, { id });
  return (
    <DetailPane
      label={t("detail.label")}
      panelRef={panelRef}
      onClose={onClose}
      head={contact ? <HeadActions {...props} contact={contact} /> : <span className={styles.gap} />}
    >
      {contact ? (
        <Body {...props} contact={contact} />
      ) : error ? (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} rowPx={48} />
      )}
    </DetailPane>
  );
}

function HeadActions({ contact, user, actions, onClose }: OpenProps) {
  const t = useMessages("contacts");
  const [isGrouping, setGrouping] = useState(false);
  const isStarred = user.starred.includes(contact.id);
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    <>
      <LinkButton
        variant="default"
        size="compact-md"
        to={`/apps/contacts/contact/${contact.id}`}
        leftSection={<IconPencil size={16} aria-hidden="true" />}
      >
        {t("detail.edit")}
      </LinkButton>
      <span className={styles.gap} />
      <Chooser
        title={t("bar.group")}
        isOpen={isGrouping}
        onToggle={setGrouping}
        target={
          <IconButton label={t("bar.group")}>
            <IconUsersGroup size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        <GroupChoices chosen={[contact]} user={user} actions={actions} />
      </Chooser>
      <IconButton
        label={t("row.star", { name: fullName(contact) })}
        isPressed={isStarred}
        className={styles.star}
        onClick={() => actions.star([contact], !isStarred)}
      >
        <Star size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("bar.delete")}
        onClick={() => {
          actions.remove([contact]);
          onClose();
        }}
      >
        <IconTrash size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}

function Body(props: OpenProps) {
  const { contact, user } = props;
  const t = useMessages("contacts");
  const name = fullName(contact);
  const groups = user.groups.filter(({ contactIds }) => contactIds.includes(contact.id));
  return (
    <div className={classes.body}>
      <div className={classes.identity}>
        <Avatar name={name} size={40} photoUrl={ownPicture(contact.avatar)} />
        <div>
          <h2 dir="auto">{name}</h2>
          <p dir="auto">{[contact.jobTitle, contact.company].filter(Boolean).join(" · ")}</p>
        </div>
      </div>
      {contact.status === "archived" && <p className={classes.note}>{t("detail.deleted")}</p>}
      <ReachButtons {...props} />
      <Duplicates {...props} />
      <Facts {...props} />
      {groups.length > 0 && (
        <p className={classes.tags}>
          {groups.map(({ id, name: title }) => (
            <bdi key={id}>{title}</bdi>
          ))}
        </p>
      )}
      <Touches {...props} />
    </div>
  );
}

/** Each is one tap on a phone, and counts for the frequent contacts. */
function ReachButtons({ contact, actions }: OpenProps) {
  const t = useMessages("contacts");
  const links = [
    { kind: "call", Icon: IconPhone, to: dialled(contact.phone) },
    { kind: "whatsapp", Icon: IconBrandWhatsapp, to: whatsAppLink(contact.phone) },
    { kind: "email", Icon: IconMail, to: contact.email && `mailto:${contact.email}` },
  ] as const;
  return (
    <div className={classes.reachButtons}>
      {links.map(
        ({ kind, Icon, to }) =>
          to && (
            <a
              key={kind}
              href={to}
              {...(kind === "whatsapp" ? { target: "_blank", rel: "noreferrer" } : {})}
              onClick={() => actions.touch(contact.id, kind)}
            >
              <Icon size={18} aria-hidden="true" />
              {t(`reach.${kind}`)}
            </a>
          ),
      )}
      <button type="button" onClick={() => actions.touch(contact.id, "meeting")}>
        <IconUsers size={18} aria-hidden="true" />
        {t("reach.meeting")}
      </button>
    </div>
  );
}

function Duplicates({ contact, onMerge }: OpenProps) {
  const t = useMessages("contacts");
  const { data = [] } = useRead(contactExtras.duplicates, { id: contact.id });
  if (contact.status === "archived" || data.length === 0) return null;
  return (
    <section className={classes.note} aria-label={t("detail.duplicates")}>
      <h3>{t("detail.duplicates")}</h3>
      {data.map((other) => (
        <p key={other.id}>
          <bdi>{fullName(other)}</bdi> <bdi dir="ltr">{other.email ?? other.phone}</bdi>
          <button type="button" className={styles.clear} onClick={() => onMerge([contact.id, other.id])}>
            <IconArrowMerge size={16} aria-hidden="true" />
            {t("bar.merge")}
          </button>
        </p>
      ))}
    </section>
  );
}

function Facts({ contact, today }: OpenProps) {
  const t = useMessages("contacts");
  const language = useLanguage();
  const linked = useLinkedRecords(contact);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("fields.phone"), contact.phone && <bdi dir="ltr">{contact.phone}</bdi>],
    [t("fields.email"), contact.email && <bdi dir="ltr">{contact.email}</bdi>],
    [t("fields.address"), contact.address && <span dir="auto">{contact.address}</span>],
    [t("fields.nickname"), contact.nickname && <bdi>{contact.nickname}</bdi>],
    [
      t("fields.birthday"),
      contact.birthday && (
        <>
          {formatDate(language, contact.birthday)}{" "}
          <span className={styles.quiet}>
            {t("detail.nextBirthday", { day: formatDayMonth(language, nextBirthday(contact.birthday, today)) })}
          </span>
        </>
      ),
    ],
    ...linked.map(
      ({ id, name, field, path }) =>
        [
          t(`linked.${field}`),
          <Link key={id} to={path}>
            <bdi>{name}</bdi>
          </Link>,
        ] as const,
    ),
    [
      t("fields.notes"),
      contact.notes && (
        <span dir="auto" className={classes.long}>
          {contact.notes}
        </span>
      ),
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value], place) => (
        // oxlint-disable-next-line react/no-array-index-key -- facts keep their order
        <Fact key={place} label={label} value={value} />
      ))}
    </dl>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: ReactNode }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

const touchIcons: Readonly<Record<TouchKind, typeof IconPhone>> = {
  call: IconPhone,
  whatsapp: IconBrandWhatsapp,
  email: IconMail,
  meeting: IconUsers,
};

/** When the reader last reached them. What was changed is on the contact's own page. */
function Touches({ contact }: OpenProps) {
  const t = useMessages("contacts");
  const language = useLanguage();
  const [now] = useState(() => Date.now());
  const { data = [] } = useRead(contactExtras.touches, { id: contact.id });
  return (
    <section className={classes.touches}>
      <h3>{t("detail.touches")}</h3>
      {data.length === 0 && <p className={styles.quiet}>{t("detail.noTouches")}</p>}
      <ol>
        {data.map(({ id, kind, at }) => {
          const Icon = touchIcons[kind];
          return (
            <li key={id}>
              <Icon size={16} aria-hidden="true" />
              {t(`touched.${kind}`)} <span className={styles.quiet}>{formatRelative(language, at, now)}</span>
            </li>
          );
        })}
      </ol>
      <Link to={`/apps/contacts/contact/${contact.id}`} search={{ tab: "history" }}>
        {t("detail.history")}
      </Link>
    </section>
  );
}
