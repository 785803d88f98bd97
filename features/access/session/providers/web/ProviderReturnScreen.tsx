import { Navigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { providerRefusals, providers } from "#features/access/providers/contract.ts";
import { pendingSignInKey, readPendingSignIn, returnPath } from "#features/access/providers/rules.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import styles from "#features/access/session/providers/web/ProviderReturnScreen.module.css";
import { SecondFactorStep } from "#features/access/session/factors/web/SecondFactorStep.tsx";
import { useSignIn } from "#features/access/session/web/useSignIn.ts";
import { call } from "#web/call.ts";
import { loginPath } from "#web/guard.ts";
import { useSignedInUser } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useTransport } from "#web/transport.ts";
import { IconAlertCircle } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

/**
 * Target of a provider's redirect: completes the sign-in that this tab began, and continues where the user wanted to
 * go.
 */
export function ProviderReturnScreen() {
  const messages = useMessages("session");
  const { failure, question, beginAgain, redirect } = useReturn();
  const user = useSignedInUser();
  // The guard there decides where a new session goes, and whether the path is one of ours.
  if (user) return <Navigate to={loginPath} {...(redirect === undefined ? {} : { search: { redirect } })} replace />;
  if (question) return <SecondFactorStep question={question} onBack={beginAgain} />;
  const isWorking = failure === null;
  return (
    <EntranceFrame
      title={messages(isWorking ? "providers.returnTitle" : "providers.failedTitle")}
      lead={isWorking ? messages("providers.returnLead") : messages("providers.failedLead")}
    >
      {isWorking && <SkeletonRows rows={2} />}
      <div role="alert">
        {!isWorking && (
          <p className={styles.failure}>
            <IconAlertCircle size={18} aria-hidden="true" />
            <span dir="auto">{failure}</span>
          </p>
        )}
      </div>
      {!isWorking && <BackToLogin />}
    </EntranceFrame>
  );
}

/** The provider's parameters are read once, and removed from the address. */
function useReturn() {
  const messages = useMessages("session");
  const transport = useTransport();
  const { enterWith, failure, fail, question, beginAgain } = useSignIn();
  const [pending] = useState(() => readPendingSignIn(sessionStorage.getItem(pendingSignInKey)));
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    const sent = new URLSearchParams(location.search);
    history.replaceState(history.state, "", returnPath);
    sessionStorage.removeItem(pendingSignInKey);
    const [code, state, iss, error] = ["code", "state", "iss", "error"].map((name) => sent.get(name));
    if (error) return fail(messages(error === "access_denied" ? "providers.cancelled" : "providers.declined"));
    if (!pending || !code || !state) return fail(textOf(providerRefusals.provider_sign_in_over()));
    const { provider, ticket } = pending;
    const answer = { provider, ticket, state, code, ...(iss ? { iss } : {}) };
    void enterWith(async () => (await call(transport, providers.finish, answer)).accessToken);
  });
  return { failure, question, beginAgain, redirect: pending?.redirect };
}
