import { emailKey } from "#base/emailAddress.ts";
import { lifecycle } from "#base/records/lifecycle.ts";

/** What a shop may know a member by. Each belongs to one member. */
export const contactKinds = ["memberNumber", "email", "phone"] as const;
export type ContactKind = (typeof contactKinds)[number];
export type Contacts = Readonly<Record<ContactKind, string | null>>;

const mark = "•••";

/** Whether a text is what people see of a stored contact, and not one that was entered. */
export const isMasked = (text: string): boolean => text.includes(mark);

/** Two spellings of a contact are one if their keys are: email addresses are compared without case. */
export const contactKey = (kind: ContactKind, contact: string): string =>
  kind === "email" ? emailKey(contact) : contact;

/** What people see of a contact: `•••• 4821`, `h•••@example.com`, `+44 ••• ••• 123`. */
export function maskedContact(kind: ContactKind, contact: string): string {
  switch (kind) {
    case "email":
      return `${Array.from(contact)[0]}${mark}${contact.slice(contact.lastIndexOf("@"))}`;
    case "phone":
      return `${callingCode.exec(contact)![0]} ${mark} ${mark} ${contact.slice(-3)}`;
    default:
      // Half of a short number at most.
      return `•${mark} ${contact.slice(-Math.min(4, Math.floor(contact.length / 2)))}`;
  }
}

/** Country calling codes of one, two and three digits (ITU-T E.164, Annex). */
const callingCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Whether a search text is a contact in full. Names have neither digits nor an @. */
export const looksLikeContact = (typed: string): boolean => /[@\p{Nd}]/u.test(typed);

/** What a member is called on screens: their name, else a masked contact, else the end of the ID. */
export const memberName = (member: Contacts & { readonly id: string; readonly displayName: string | null }): string =>
  member.displayName ?? member.memberNumber ?? member.email ?? member.phone ?? member.id.slice(-8);

/** The lifecycle of a member. Erasing is not a transition: it also removes what the record contains. */
export const memberLifecycle = lifecycle<{ readonly mergedInto: string | null }>({
  blockers: ({ mergedInto }) => (mergedInto === null ? [] : ["merged"]),
})({
  active: { freeze: { to: "frozen", needsReason: true }, close: "closed" },
  frozen: { unfreeze: { to: "active", needsReason: true } },
  closed: { reopen: { to: "active", needsReason: true } },
  erased: {},
});
