import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { askForPasskey, enterWithPasskey } from "#features/access/session/web/sessionSource.ts";
import { answerWithPasskey, canOfferPasskeys, hasPasskeys } from "#web/passkeys.ts";
import { useSession } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { useTransport } from "#web/transport.ts";
import { IconFingerprint } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type PasskeySignInProps = {
  readonly isBusy: boolean;
  readonly onFail: (reason: string | null) => void;
};

/** Requests a new challenge before the current one expires (after five minutes). */
const offeredMs = 4 * 60_000;

/** Sign-in with only a passkey: by a button, and where the browser can in the autofill list of the address. */
export function PasskeySignIn({ isBusy, onFail }: PasskeySignInProps) {
  const messages = useMessages("session");
  const transport = useTransport();
  const session = useSession();
  const [isPending, setPending] = useState(false);
  const offer = useRef<AbortController | null>(null);

  const enter = async (options: { readonly isOffered?: boolean; readonly signal?: AbortSignal }): Promise<void> => {
    const question = await askForPasskey(transport);
    const answer = await answerWithPasskey(question, options);
    if (answer === null) return;
    setPending(true);
    try {
      await session.signIn(await enterWithPasskey(transport, { challenge: question.challenge, passkey: answer }));
    } catch (error) {
      onFail(textOf(error));
    } finally {
      setPending(false);
    }
  };
  const handleClick = async () => {
    // A browser handles one request at a time.
    offer.current?.abort();
    onFail(null);
    setPending(true);
    await enter({}).catch((error: unknown) => onFail(textOf(error)));
    setPending(false);
  };
  const keepOffering = useEffectEvent(async (signal: AbortSignal) => {
    while (!signal.aborted && (await canOfferPasskeys())) {
      const outdated = AbortSignal.timeout(offeredMs);
      await enter({ isOffered: true, signal: AbortSignal.any([signal, outdated]) });
      // Answered, or the browser refused: offering again immediately would loop forever.
      if (!outdated.aborted) return;
    }
  });
  useEffect(() => {
    const offering = new AbortController();
    offer.current = offering;
    // After the screen has loaded. Errors are silent, because the user did not ask for this.
    const timer = setTimeout(() => keepOffering(offering.signal).catch(() => {}));
    return () => {
      clearTimeout(timer);
      offering.abort();
    };
  }, []);

  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      fullWidth
      size="md"
      leftSection={<IconFingerprint size={18} aria-hidden="true" />}
      disabled={isBusy}
      loading={isPending}
      onClick={() => void handleClick()}
    >
      {messages("login.passkey")}
    </Button>
  );
}
