import type { Settings } from "#api/context.ts";
import type { PasskeyAnswer, PasskeyCredential } from "#features/access/session/contract/factors.ts";
import { base64Url, bytesFromBase64Url } from "#features/access/session/api/service/tokens.ts";

// WebAuthn Level 3 §7.1 and §7.2 for what we request: no attestation, so only the key and the authenticator's flags
// must be parsed, and the browser itself provides the key in a format for WebCrypto.

/** The relying party of a passkey: it works on this host's pages and nowhere else. */
export type RelyingParty = { readonly id: string; readonly origin: string };

export function relyingPartyOf({ publicUrl }: Settings): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** COSE identifiers of the signature algorithms that we verify, the preferred one first: ES256 and RS256. */
export const passkeyAlgorithms = [-7, -257] as const;

/** `challenge` is the token that we issued, which is base64url already. */
type ExpectedAnswer = {
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
  readonly needsVerification: boolean;
};

/** A new credential as stored in the database; `null` if anything in the response is not as requested. */
export async function readCredential(credential: PasskeyCredential, expected: ExpectedAnswer) {
  const authenticator = await readAuthenticator(bytesFromBase64Url(credential.authenticator), expected);
  if (!isClientRight(credential.client, "webauthn.create", expected)) return null;
  if (authenticator?.credentialId == null) return null;
  const publicKey = bytesFromBase64Url(credential.publicKey);
  const key = await importKey(publicKey, credential.algorithm).catch(() => null);
  if (key === null) return null;
  const { credentialId, signaturesCount } = authenticator;
  return { credentialId, signaturesCount, publicKey, algorithm: credential.algorithm };
}

type KnownKey = { readonly publicKey: Uint8Array; readonly algorithm: number };

/** The authenticator's signature counter; `null` if this is not a valid response of this key to this challenge. */
export async function readAssertion(
  answer: PasskeyAnswer,
  expected: ExpectedAnswer & { readonly key: KnownKey },
): Promise<{ readonly signaturesCount: number } | null> {
  const authenticatorBytes = bytesFromBase64Url(answer.authenticator);
  const authenticator = await readAuthenticator(authenticatorBytes, expected);
  if (authenticator === null || !isClientRight(answer.client, "webauthn.get", expected)) return null;
  const clientHash = await sha256(bytesFromBase64Url(answer.client));
  const signed = new Uint8Array([...authenticatorBytes, ...clientHash]);
  const isSigned = await isSignatureRight(expected.key, bytesFromBase64Url(answer.signature), signed);
  return isSigned ? { signaturesCount: authenticator.signaturesCount } : null;
}

/** The browser's statement of the challenge and the page. */
function isClientRight(client: string, type: string, { challenge, relyingParty }: ExpectedAnswer): boolean {
  const said = parsed(new TextDecoder().decode(bytesFromBase64Url(client)));
  return (
    said?.type === type &&
    said.challenge === challenge &&
    said.crossOrigin !== true &&
    typeof said.origin === "string" &&
    said.origin === relyingParty.origin
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** Flags, §6.1. */
const isPresent = 0x01;
const isVerified = 0x04;
const hasCredential = 0x40;
/**
 * Hash of the relying party, flags, counter; then the model of the authenticator, and the length of the credential's
 * id.
 */
const headerBytes = 37;
const credentialIdStart = headerBytes + 16 + 2;
const credentialIdMax = 1023; // §7.1

async function readAuthenticator(bytes: Uint8Array<ArrayBuffer>, { relyingParty, needsVerification }: ExpectedAnswer) {
  if (bytes.length < headerBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(32);
  const isForUs =
    base64Url(bytes.subarray(0, 32)) === base64Url(await sha256(new TextEncoder().encode(relyingParty.id)));
  const isAllowed = (flags & isPresent) !== 0 && (!needsVerification || (flags & isVerified) !== 0);
  if (!isForUs || !isAllowed) return null;
  return { signaturesCount: view.getUint32(33), credentialId: readCredentialId(bytes, view, flags) };
}

function readCredentialId(bytes: Uint8Array<ArrayBuffer>, view: DataView, flags: number) {
  if ((flags & hasCredential) === 0 || bytes.length < credentialIdStart) return null;
  const end = credentialIdStart + view.getUint16(credentialIdStart - 2);
  const length = end - credentialIdStart;
  return length > 0 && length <= credentialIdMax && end <= bytes.length ? bytes.slice(credentialIdStart, end) : null;
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const importParameters = new Map<number, RsaHashedImportParams | EcKeyImportParams>([
  [-7, { name: "ECDSA", namedCurve: "P-256" }],
  [-257, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }],
]);

/** Throws if the bytes are not a key of the algorithm. */
async function importKey(publicKey: Uint8Array, algorithm: number): Promise<CryptoKey> {
  const parameters = importParameters.get(algorithm);
  if (parameters === undefined) throw new Error(`no algorithm of ours: ${algorithm}`);
  return crypto.subtle.importKey("spki", new Uint8Array(publicKey), parameters, false, ["verify"]);
}

async function isSignatureRight(
  { publicKey, algorithm }: KnownKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
) {
  const key = await importKey(publicKey, algorithm);
  if (algorithm !== -7) return crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, signature, signed);
  const plain = plainEcdsa(signature);
  return plain !== null && crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, plain, signed);
}

/** Converts the DER of authenticators to two numbers of 32 bytes, as WebCrypto expects. */
function plainEcdsa(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const r = derInteger(der, 2);
  const s = r && derInteger(der, r.end);
  if (der[0] !== 0x30 || der[1] !== der.length - 2 || r === null || s === null || s?.end !== der.length) return null;
  const plain = new Uint8Array(64);
  plain.set(r.bytes, 32 - r.bytes.length);
  plain.set(s.bytes, 64 - s.bytes.length);
  return plain;
}

function derInteger(der: Uint8Array<ArrayBuffer>, start: number) {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  if (der[start] !== 0x02 || length === 0 || end > der.length) return null;
  let first = start + 2;
  while (der[first] === 0 && first < end) first++;
  const bytes = der.subarray(first, end);
  return bytes.length > 32 ? null : { bytes, end };
}
