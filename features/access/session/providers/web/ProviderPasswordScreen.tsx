import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { providers } from "#features/access/providers/contract.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EmailField } from "#features/access/session/web/EmailField.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { PasswordField } from "#features/access/session/passwords/web/PasswordField.tsx";
import { SecondFactorStep } from "#features/access/session/factors/web/SecondFactorStep.tsx";
import { useSignIn } from "#features/access/session/web/useSignIn.ts";
import { call } from "#web/call.ts";
import { loginPath } from "#web/guard.ts";
import { useRead } from "#web/operations.ts";
import { useSignedInUser } from "#web/session.tsx";
import { useTransport } from "#web/transport.ts";
import { useMessages } from "#web/useMessages.ts";

/** For a provider without pages of its own: the credentials are verified there, and not stored. */
export function ProviderPasswordScreen() {
  const messages = useMessages("session");
  const transport = useTransport();
  const user = useSignedInUser();
  const { provider = "" }: { provider?: string } = useParams({ strict: false });
  const { redirect }: { redirect?: string } = useSearch({ strict: false });
  const { rows = [] } = useRead(providers.list, {}).data ?? {};
  const { enterWith, isPending, failure, fail, question, beginAgain } = useSignIn();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");

  const isReady = email.trim() !== "" && password !== "";
  const handleChange = (set: (value: string) => void) => (value: string) => {
    set(value);
    fail(null);
  };
  const handleSubmit = () => {
    if (!isReady) return fail(messages("login.allFields"));
    const typed = { provider, email, password };
    void enterWith(async () => (await call(transport, providers.signInWithPassword, typed)).accessToken);
  };
  // The guard there decides where a new session goes, and whether the path is one of ours.
  if (user) return <Navigate to={loginPath} {...(redirect === undefined ? {} : { search: { redirect } })} replace />;
  if (question) return <SecondFactorStep question={question} onBack={beginAgain} />;
  const name = rows.find(({ code }) => code === provider)?.name ?? "";
  return (
    <EntranceFrame
      title={messages("providers.signInWith", { provider: name })}
      lead={messages("providers.passwordLead")}
    >
      <EntranceForm
        action={messages("login.action")}
        isReady={isReady}
        isPending={isPending}
        failure={failure}
        onSubmit={handleSubmit}
      >
        <EmailField value={email} onChange={handleChange(setEmail)} />
        <PasswordField
          label={messages("fields.password")}
          placeholder={messages("fields.passwordPlaceholder")}
          purpose="current-password"
          value={password}
          onChange={handleChange(setPassword)}
        />
      </EntranceForm>
      <BackToLogin />
    </EntranceFrame>
  );
}
