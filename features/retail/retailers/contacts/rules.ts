import type { FieldError } from "#base/refusal.ts";
import type { ContactInput } from "#features/retail/retailers/contacts/contract.ts";

export const contactErrors = ({ email, phone }: Pick<ContactInput, "email" | "phone">): FieldError[] =>
  email === null && phone === null
    ? [{ path: "email", code: "contact_unreachable", message: "Enter an email address or phone number." }]
    : [];
