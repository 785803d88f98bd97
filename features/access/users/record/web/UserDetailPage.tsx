import { lazy, Suspense, useState } from "react";
import { users } from "#features/access/users/contract.ts";
import type { User } from "#features/access/users/contract/people.ts";
import { InvitationLink } from "#features/access/users/invitations/web/InvitationLink.tsx";
import { useActivityMessages } from "#features/access/users/record/web/useActivityMessages.ts";
import { UserEvent } from "#features/access/users/record/web/UserEvent.tsx";
import { UserFacts } from "#features/access/users/record/web/UserFacts.tsx";
import { UserNote } from "#features/access/users/record/web/UserNote.tsx";
import { UserStatusBadge } from "#features/access/users/record/web/UserStatusBadge.tsx";
import { UserActions } from "#features/access/users/record/web/UserActions.tsx";
import { useUserFormatters } from "#features/access/users/record/web/useUserFormatters.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useMessages } from "#web/useMessages.ts";

const UserPermissions = lazy(() =>
  import("#features/access/users/rights/web/UserPermissions.tsx").then((module) => ({
    default: module.UserPermissions,
  })),
);
const UserEditForm = lazy(() =>
  import("#features/access/users/record/web/UserEditForm.tsx").then((module) => ({ default: module.UserEditForm })),
);

const UserRights = lazy(() =>
  import("#features/access/users/rights/web/UserRights.tsx").then((module) => ({ default: module.UserRights })),
);
const UserSessions = lazy(() =>
  import("#features/access/users/sessions/web/UserSessions.tsx").then((module) => ({ default: module.UserSessions })),
);

const tabs = ["profile", "rights", "permissions", "sessions", "history"] as const;

/** A person who is there: who they are, what they may do and why, where they are signed in, what was done. */
export function UserDetailPage({ user }: { readonly user: User }) {
  const t = useMessages("users");
  const texts = useUserFormatters();
  const activityMessages = useActivityMessages();
  const [tab, setTab] = useSearchParam("tab");
  const [link, setLink] = useState<string | null>(null);
  const current = tabs.find((name) => name === tab) ?? "profile";
  const name = user.status === "erased" ? t("erasedName", { number: user.number }) : user.name;
  return (
    <RecordPage
      list={{ name: "users", title: t("title"), path: "/apps/user/users" }}
      id={user.id}
      title={name}
      crumb={name}
      picture={<Avatar name={name} size={40} />}
      badge={<UserStatusBadge status={user.status}>{t(`status.${user.status}`)}</UserStatusBadge>}
      facts={<UserFacts user={user} />}
      actions={<UserActions user={user} onLink={setLink} />}
      note={link === null ? <UserNote user={user} /> : <InvitationLink link={link} name={user.name} isOnRecord />}
      tabs={{
        all: tabs.map((each) => ({ name: each, title: t(`tabs.${each}`) })),
        current,
        onChange: (each) => setTab(each === "profile" ? "" : each),
      }}
      aside={
        current === "profile" && (
          <ActivityPanel
            operation={users.activity}
            id={user.id}
            texts={texts}
            t={activityMessages}
            Entry={UserEvent}
            onAll={() => setTab("history")}
          />
        )
      }
    >
      {/* Hidden rather than left out: what is typed stays while one looks elsewhere. */}
      <div style={{ display: current === "profile" ? "contents" : "none" }}>
        <Suspense fallback={<SkeletonRows rows={4} rowPx={72} />}>
          <UserEditForm user={user} />
        </Suspense>
      </div>
      <Suspense fallback={<SkeletonRows rows={6} rowPx={56} />}>
        {current === "rights" && <UserRights user={user} />}
        {current === "permissions" && <UserPermissions user={user} />}
        {current === "sessions" && <UserSessions user={user} />}
      </Suspense>
      {current === "history" && (
        <ActivityPanel operation={users.activity} id={user.id} texts={texts} t={activityMessages} Entry={UserEvent} />
      )}
    </RecordPage>
  );
}
