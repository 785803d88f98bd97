// The browser's half of WebAuthn: what the server asks in base64url becomes bytes, and the answer becomes base64url again.

type KnownPasskey = { readonly id: string; readonly transports: readonly string[] };

/** What the server asks a browser to make. */
export type PasskeyOrder = {
  readonly challenge: string;
  readonly relyingPartyId: string;
  /** COSE numbers of the signatures that the server verifies, the preferred one first. */
  readonly algorithms: readonly number[];
  readonly person: { readonly handle: string; readonly email: string; readonly name: string };
  /** What the person has already, so that one device holds one. */
  readonly known: readonly KnownPasskey[];
};

/** What the server asks a browser to sign with. None known: with any that it has for this host. */
export type PasskeyQuestion = {
  readonly challenge: string;
  readonly relyingPartyId: string;
  readonly needsVerification: boolean;
  readonly known: readonly KnownPasskey[];
};

/** Whether this browser has passkeys at all: not in an old one, and not on a page that came without TLS. */
export const hasPasskeys = () => typeof PublicKeyCredential === "function" && "credentials" in navigator;

/** Whether the browser can offer passkeys in the list under a field. */
export const canOfferPasskeys = async () =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/**
 * Has the browser make a passkey. Null when the person did not want to, or took too long, or has one here already:
 * browsers do not tell which, so that a page learns nothing of a device.
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
 * Has the browser answer with a passkey; null as in `makePasskey`. `isOffered` waits in the list under a field until
 * somebody chooses one there, or `signal` ends it.
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
