import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, use, useState } from "react";
import { AppearancePart } from "#features/access/session/account/web/AppearancePart.tsx";
import styles from "#features/access/session/account/web/AccountScreen.module.css";
import { ProfilePart } from "#features/access/session/account/web/ProfilePart.tsx";
import { FactorSections } from "#features/access/session/factors/web/FactorSections.tsx";
import { IdentitiesLink } from "#features/access/session/factors/web/IdentitiesLink.tsx";
import { ChangePasswordForm } from "#features/access/session/passwords/web/ChangePasswordForm.tsx";
import { OwnSessionList } from "#features/access/session/sessions/web/OwnSessionList.tsx";
import { accountPath } from "#web/guard.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { loadPart } from "#web/layout/loadPart.ts";
import type { Screens } from "#web/screens.ts";
import { type SignedInUser, useSignedInUser } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconEye } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { Tabs } from "#web/ui/Tabs.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The parts of this area, and in between those that other areas add. */
const parts = ["profile", "security", "appearance", "sessions"] as const;
type Part = (typeof parts)[number];
const isOwn = (name: string): name is Part => parts.some((part) => part === name);

/** Everything about the user's own account, each part at an address of its own. */
export function AccountScreen() {
  const messages = useMessages("account");
  const user = useSignedInUser();
  const navigate = useNavigate();
  const last = useLocation({ select: ({ pathname }) => pathname.split("/").at(-1) });
  const { accountParts } = use(KnownScreensContext);
  const added = accountParts.map((area) => ({ area, name: area.accountPart!.name }));
  const names = [...parts.slice(0, -1), ...added.map(({ name }) => name), ...parts.slice(-1)];
  const current = names.find((name) => name === last) ?? "profile";
  if (user === null) return null;
  if (user.viewedAs !== null) return <StopViewingFirst />;
  return (
    <Page title={messages("account.title")}>
      <Tabs
        label={messages("account.tabs")}
        tabs={names.map((name) => ({ name, title: messages(`account.${name}` as "account.profile") }))}
        current={current}
        onChange={(part) => void navigate({ to: `${accountPath}/${part}`, replace: true })}
      >
        <div className={styles.part}>
          {isOwn(current) ? (
            <AccountPart part={current} person={user} />
          ) : (
            <AddedPart key={current} area={added.find(({ name }) => name === current)!.area} />
          )}
        </div>
      </Tabs>
    </Page>
  );
}

function AccountPart({ part, person }: { readonly part: Part; readonly person: SignedInUser }) {
  const messages = useMessages("account");
  if (part === "profile") return <ProfilePart key={person.name} person={person} />;
  if (part === "appearance") return <AppearancePart />;
  if (part === "sessions") return <OwnSessionList />;
  return (
    <>
      <CardSection title={messages("change.title")}>
        <ChangePasswordForm person={person} />
      </CardSection>
      <FactorSections person={person} />
      <IdentitiesLink />
    </>
  );
}

/** A part of another area, which it loads with its messages. */
function AddedPart({ area }: { readonly area: Screens }) {
  const [Added] = useState(() => lazy(async () => ({ default: await loadPart(area, area.accountPart!.load) })));
  return (
    <Suspense fallback={<SkeletonRows rows={9} rowPx={56} />}>
      <Added />
    </Suspense>
  );
}

function StopViewingFirst() {
  const messages = useMessages("account");
  return (
    <Page title={messages("account.title")} isStarrable={false}>
      <EmptyState
        icon={<IconEye size={24} aria-hidden="true" />}
        title={messages("account.viewing")}
        text={messages("account.viewingText")}
      />
    </Page>
  );
}
