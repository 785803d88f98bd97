import { useLocation, useNavigate } from "@tanstack/react-router";
import { AppearancePart } from "#features/access/session/account/web/AppearancePart.tsx";
import styles from "#features/access/session/account/web/AccountScreen.module.css";
import { ProfilePart } from "#features/access/session/account/web/ProfilePart.tsx";
import { FactorSections } from "#features/access/session/factors/web/FactorSections.tsx";
import { IdentitiesLink } from "#features/access/session/factors/web/IdentitiesLink.tsx";
import { ChangePasswordForm } from "#features/access/session/passwords/web/ChangePasswordForm.tsx";
import { OwnSessionList } from "#features/access/session/sessions/web/OwnSessionList.tsx";
import { accountPath } from "#web/guard.ts";
import { type SignedInUser, useSignedInUser } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconEye } from "#web/ui/icons.ts";
import { Page } from "#web/ui/Page.tsx";
import { Tabs } from "#web/ui/Tabs.tsx";
import { useMessages } from "#web/useMessages.ts";

const parts = ["profile", "security", "appearance", "sessions"] as const;
type Part = (typeof parts)[number];

/** Everything about the user's own account, each part at an address of its own. */
export function AccountScreen() {
  const messages = useMessages("account");
  const user = useSignedInUser();
  const navigate = useNavigate();
  const last = useLocation({ select: ({ pathname }) => pathname.split("/").at(-1) });
  const current = parts.find((part) => part === last) ?? "profile";
  if (user === null) return null;
  if (user.viewedAs !== null) return <StopViewingFirst />;
  return (
    <Page title={messages("account.title")}>
      <Tabs
        label={messages("account.tabs")}
        tabs={parts.map((name) => ({ name, title: messages(`account.${name}`) }))}
        current={current}
        onChange={(part) => void navigate({ to: `${accountPath}/${part}`, replace: true })}
      >
        <div className={styles.part}>
          <AccountPart part={current} person={user} />
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
