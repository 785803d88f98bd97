import { Link, useRouter } from "@tanstack/react-router";
import { type ComponentProps, lazy, Suspense, use, useState } from "react";
import { signInRules } from "#features/access/session/rules.ts";
import { EmailField } from "#features/access/session/web/EmailField.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import { PasswordField } from "#features/access/session/passwords/web/PasswordField.tsx";
import { useSignIn } from "#features/access/session/web/useSignIn.ts";
import styles from "#features/access/session/web/LoginScreen.module.css";
import { ReleaseContext } from "#web/layout/release.ts";
import { useMessages } from "#web/useMessages.ts";

// Starts without providers, because most users came for the form.
const SecondFactorStep = lazy(() =>
  import("#features/access/session/factors/web/SecondFactorStep.tsx").then((module) => ({
    default: module.SecondFactorStep,
  })),
);
const PasskeySignIn = lazy(() =>
  import("#features/access/session/factors/web/PasskeySignIn.tsx").then((module) => ({
    default: module.PasskeySignIn,
  })),
);
const ProviderButtons = lazy(() =>
  import("#features/access/session/providers/web/ProviderButtons.tsx").then((module) => ({
    default: module.ProviderButtons,
  })),
);

declare module "@tanstack/history" {
  interface HistoryState {
    /** The address to sign in with. */
    email?: string;
  }
}

/** The login screen. The guard decides where it leads: the requested path, or Home. */
export function LoginScreen() {
  const messages = useMessages("session");
  const { signIn, isPending, failure, fail, question, beginAgain } = useSignIn();
  const known = useKnownEmail();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [left, setLeft] = useState({ email: false, password: false });

  const isEmailShort = email.trim().length < signInRules.emailMin;
  const isPasswordShort = password.length < signInRules.passwordMin;
  // The message says 4, the rules are 3 and 2. Both are the original's (spec 000 §5).
  const tooShort = messages("login.tooShort", { minimum: signInRules.minInMessage });

  const handleChange = (set: (value: string) => void) => (value: string) => {
    set(value);
    fail(null);
  };
  const handleSubmit = () => {
    setLeft({ email: true, password: true });
    if (email.trim() === "" || password === "") fail(messages("login.allFields"));
    else if (!isEmailShort && !isPasswordShort) void signIn({ email, password });
  };
  if (question) {
    return (
      <Suspense>
        <SecondFactorStep question={question} onBack={beginAgain} />
      </Suspense>
    );
  }
  return (
    <EntranceFrame title={messages("login.title")} lead={messages("login.lead")}>
      <EntranceForm
        action={messages("login.action")}
        isReady={!isEmailShort && !isPasswordShort}
        isPending={isPending}
        failure={failure}
        onSubmit={handleSubmit}
      >
        <EmailField
          value={email}
          error={left.email && email.trim() !== "" && isEmailShort ? tooShort : undefined}
          onChange={handleChange(setEmail)}
          onLeave={() => setLeft((before) => ({ ...before, email: true }))}
        />
        <PasswordField
          label={messages("fields.password")}
          placeholder={messages("fields.passwordPlaceholder")}
          purpose="current-password"
          isFocusedFirst={known !== ""}
          value={password}
          error={left.password && password !== "" && isPasswordShort ? tooShort : undefined}
          onChange={handleChange(setPassword)}
          onLeave={() => setLeft((before) => ({ ...before, password: true }))}
          aside={<Link to="/forgot-password">{messages("login.forgot")}</Link>}
        />
      </EntranceForm>
      <PasskeyPart isBusy={isPending} onFail={fail} />
      <OtherAccounts isPending={isPending} onUse={(account) => void signIn(account)} onFail={fail} />
    </EntranceFrame>
  );
}

type OtherAccountsProps = {
  readonly isPending: boolean;
  readonly onUse: (account: { readonly email: string; readonly password: string }) => void;
  readonly onFail: (reason: string | null) => void;
};

/** The sample accounts of the demonstration, or the providers of a server. */
function OtherAccounts({ isPending, onUse, onFail }: OtherAccountsProps) {
  const { demonstration } = use(ReleaseContext);
  return demonstration ? (
    <demonstration.EntranceNote isPending={isPending} onUse={onUse} />
  ) : (
    <Suspense>
      <ProviderButtons isBusy={isPending} onFail={onFail} />
    </Suspense>
  );
}

const PasskeyPart = (props: ComponentProps<typeof PasskeySignIn>) => (
  <div className={styles.other}>
    <Suspense>
      <PasskeySignIn {...props} />
    </Suspense>
  </div>
);

/** Filled in by screens that know it, such as that of a new password. `useLocation` would load a larger chunk. */
function useKnownEmail(): string {
  const { latestLocation } = useRouter();
  const [known] = useState(latestLocation.state.email ?? "");
  return known;
}
