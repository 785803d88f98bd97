import type { Changes } from "#base/activity.ts";

// The log cannot be changed, so data that must be deletable must never be written to it (reliability R30, R31).

/** Fields whose values the log never shows, only that they changed. */
const secretFields = new Set([
  "password",
  "passwordHash",
  "token",
  "tokenHash",
  "secret",
  "secretHash",
  "clientSecret",
  "totpSecret",
  "recoveryCodes",
  "keyHash",
  "resetLink",
  // A member's name: of an address or a number the mask shows too little to name anyone.
  "displayName",
]);

/** Contact and identity data: masked, but still recognisable. */
const personalFields = new Set([
  "email",
  "phone",
  "memberNumber",
  "contactEmail",
  "contactPhone",
  "birthday",
  "dateOfBirth",
  "nationalId",
  "iban",
  "payoutRecipient",
]);

const mark = "•••";

/** The changes as the log may store them, with nested fields redacted too. */
export function redactChanges(changes: Changes): Changes {
  const redacted: Record<string, Changes[string]> = {};
  for (const name in changes) {
    const { before, after } = changes[name]!;
    redacted[name] = { before: redactField(name, before), after: redactField(name, after) };
  }
  return redacted;
}

function redactField(name: string, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return value;
  if (secretFields.has(name)) return mark;
  if (typeof value === "string" && (personalFields.has(name) || (name === "search" && isContact(value))))
    return masked(value);
  return redactWithin(value);
}

/** The filter of an export may search for a person by an email address or a phone number. */
const isContact = (search: string) => /@|^\s*\+/.test(search);

function redactWithin(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(redactWithin);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactField(name, part)]));
}

/** `amina@noor.example` becomes `a•••@noor.example`, `+442079460123` becomes `•••23`. */
function masked(value: string): string {
  const at = value.lastIndexOf("@");
  if (at > 0) return `${Array.from(value)[0]}${mark}${value.slice(at)}`;
  return mark + (value.length > 6 ? value.slice(-2) : "");
}
