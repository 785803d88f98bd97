import { ChangePasswordForm } from "#features/access/session/passwords/web/ChangePasswordForm.tsx";
import styles from "#features/access/session/passwords/web/ChangePasswordScreen.module.css";
import { FactorSections } from "#features/access/session/factors/web/FactorSections.tsx";
import { IdentitiesLink } from "#features/access/session/factors/web/IdentitiesLink.tsx";
import { OwnSessionList } from "#features/access/session/sessions/web/OwnSessionList.tsx";
import { changePasswordPath, loginPath } from "#web/guard.ts";
import { useSignedInUser } from "#web/session.tsx";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconEye, IconInfoCircle, IconLock } from "#web/ui/icons.ts";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { Page } from "#web/ui/Page.tsx";
import { useMessages } from "#web/useMessages.ts";

/** The user's password, second factors, and sessions. */
export function ChangePasswordScreen() {
  const account = useMessages("account");
  const user = useSignedInUser();
  if (user === null) return <SignInFirst />;
  if (user.viewedAs !== null) return <StopViewingFirst />;
  return (
    <Page title={account("change.title")} isStarrable={user.mustFirst === null}>
      {user.mustFirst === "setUpSecondFactor" && (
        <p className={styles.notice}>
          <IconInfoCircle size={18} aria-hidden="true" />
          {account("factors.required")}
        </p>
      )}
      <div className={styles.columns}>
        <CardSection>
          {user.mustFirst === "changePassword" && (
            <p className={styles.notice}>
              <IconInfoCircle size={18} aria-hidden="true" />
              {account("change.mustChange")}
            </p>
          )}
          <ChangePasswordForm person={user} />
        </CardSection>
        {user.mustFirst !== "changePassword" && (
          <div className={styles.factors}>
            <FactorSections person={user} />
          </div>
        )}
        {user.mustFirst === null && <OwnSessionList />}
      </div>
      {user.mustFirst === null && <IdentitiesLink />}
    </Page>
  );
}

function StopViewingFirst() {
  const account = useMessages("account");
  return (
    <Page title={account("change.title")} isStarrable={false}>
      <EmptyState
        icon={<IconEye size={24} aria-hidden="true" />}
        title={account("change.viewing")}
        text={account("change.viewingText")}
      />
    </Page>
  );
}

function SignInFirst() {
  const messages = useMessages("session");
  const account = useMessages("account");
  return (
    <Page title={account("change.title")} isStarrable={false}>
      <EmptyState
        icon={<IconLock size={24} aria-hidden="true" />}
        title={account("change.signInFirst")}
        text={account("change.signInFirstText")}
        action={
          <LinkButton to={loginPath} search={{ redirect: changePasswordPath }}>
            {messages("login.action")}
          </LinkButton>
        }
      />
    </Page>
  );
}
