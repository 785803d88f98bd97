import { Button } from "@mantine/core";
import { use, useState } from "react";
import * as z from "zod/mini";
import { session } from "#features/access/session/contract.ts";
import { BackToLogin } from "#features/access/session/web/BackToLogin.tsx";
import { EmailField } from "#features/access/session/web/EmailField.tsx";
import { EntranceForm } from "#features/access/session/web/EntranceForm.tsx";
import { EntranceFrame } from "#features/access/session/web/EntranceFrame.tsx";
import styles from "#features/access/session/web/EntranceNote.module.css";
import { ReleaseContext } from "#web/layout/release.ts";
import { useWrite } from "#web/operations.ts";
import { textOf } from "#web/textOf.ts";
import { IconMail, IconWifiOff } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Requests a link to a new password by email. Shows the same text whether or not the address is known. */
export function ForgotPasswordScreen() {
  const messages = useMessages("session");
  const { demonstration } = use(ReleaseContext);
  const [email, setEmail] = useState("");
  const request = useWrite(session.requestReset);
  const looksRight = z.safeParse(session.requestReset.input, { mt_email: email }).success;
  return (
    <EntranceFrame
      title={messages(request.isSuccess ? "forgot.sentTitle" : "forgot.title")}
      lead={<output>{messages(request.isSuccess ? "forgot.sent" : "forgot.lead")}</output>}
    >
      {request.isSuccess ? (
        <div className={styles.sent}>
          <IconMail size={18} aria-hidden="true" className={styles.icon} />
          <bdi>{email.trim()}</bdi>
          <Button variant="default" size="xs" onClick={() => request.reset()}>
            {messages("forgot.again")}
          </Button>
        </div>
      ) : (
        <EntranceForm
          action={messages("forgot.action")}
          isReady={looksRight}
          isPending={request.isPending}
          failure={request.error && textOf(request.error)}
          onSubmit={() => looksRight && request.mutate({ mt_email: email })}
        >
          <EmailField value={email} onChange={setEmail} />
        </EntranceForm>
      )}
      {demonstration && (
        <p className={styles.note}>
          <IconWifiOff size={18} aria-hidden="true" className={styles.icon} />
          {messages("demonstration.noMail")}
        </p>
      )}
      <BackToLogin />
    </EntranceFrame>
  );
}
