// The browser's half of WebAuthn: converts the server's base64url options to bytes, and the result back to base64url.

type KnownPasskey = { readonly id: string; readonly transports: readonly string[] };

/** The server's options for creating a passkey. */
export type PasskeyOrder = {
  readonly challenge: string;
  readonly relyingPartyId: string;
  /** COSE identifiers of the signature algorithms that the server verifies, the preferred one first. */
  readonly algorithms: readonly number[];
  readonly person: { readonly handle: string; readonly email: string; readonly name: string };
  /** The user's existing passkeys, so that one device has only one. */
  readonly known: readonly KnownPasskey[];
};

/** The passkeys to sign with. Empty: any that the browser has for this host. */
export type PasskeyQuestion = {
  readonly challenge: string;
  readonly relyingPartyId: string;
  readonly needsVerification: boolean;
  readonly known: readonly KnownPasskey[];
};

/** Whether this browser supports passkeys: old ones don't, and neither do pages without TLS. */
export const hasPasskeys = () => typeof PublicKeyCredential === "function" && "credentials" in navigator;

/** Whether the browser can suggest passkeys in the autofill list of a field. */
export const canOfferPasskeys = async () =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/**
 * Creates a passkey in the browser. Null if the user cancelled, took too long, or has one here already: browsers don't
 * say which, so that a page learns nothing about a device.
 */
export async function makePasskey({ challenge, relyingPartyId, algorithms, person, known }: PasskeyOrder) {
  const made = await attempt(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: relyingPartyId, name: "Mizan" },
        user: { id: bytesOf(person.handle), name: person.email, displayName: person.name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: known.map(descriptorOf),
        authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
        attestation: "none",
      },
    }),
  );
  const response = made?.response as AuthenticatorAttestationResponse | undefined;
  const publicKey = response?.getPublicKey();
  if (response === undefined || publicKey == null) return null;
  return {
    client: textOf(response.clientDataJSON),
    authenticator: textOf(response.getAuthenticatorData()),
    publicKey: textOf(publicKey),
    algorithm: response.getPublicKeyAlgorithm(),
    transports: response.getTransports(),
  };
}

/**
 * Signs with a passkey; null as in `makePasskey`. `isOffered` waits in the autofill list of a field until the user
 * selects one there, or `signal` aborts it.
 */
export async function answerWithPasskey(
  { challenge, relyingPartyId, needsVerification, known }: PasskeyQuestion,
  { isOffered = false, signal }: { readonly isOffered?: boolean; readonly signal?: AbortSignal } = {},
) {
  const given = await attempt(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId: relyingPartyId,
        allowCredentials: known.map(descriptorOf),
        userVerification: needsVerification ? "required" : "preferred",
      },
      ...(isOffered ? { mediation: "conditional" as const } : {}),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  if (given === null) return null;
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    credentialId: textOf(given.rawId),
    client: textOf(response.clientDataJSON),
    authenticator: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

const declined = new Set(["NotAllowedError", "AbortError", "InvalidStateError"]);

async function attempt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && declined.has(error.name)) return null;
    throw error;
  }
}

const descriptorOf = ({ id, transports }: KnownPasskey): PublicKeyCredentialDescriptor => ({
  type: "public-key",
  id: bytesOf(id),
  transports: transports as AuthenticatorTransport[],
});

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
