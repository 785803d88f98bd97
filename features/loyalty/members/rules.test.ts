import { expect, test } from "vitest";
import {
  contactKey,
  isMasked,
  looksLikeContact,
  maskedContact,
  memberLifecycle,
  memberName,
} from "#features/loyalty/members/rules.ts";

test.each([
  ["phone", "+442079460123", "+44 ••• ••• 123"],
  ["phone", "+12025550123", "+1 ••• ••• 123"],
  ["phone", "+79161234567", "+7 ••• ••• 567"],
  ["phone", "+60123456789", "+60 ••• ••• 789"],
  ["phone", "+35312345678", "+353 ••• ••• 678"],
  ["phone", "+971501234567", "+971 ••• ••• 567"],
  ["email", "huda@example.com", "h•••@example.com"],
  ["email", "ليلى@مثال.إختبار", "ل•••@مثال.إختبار"],
  ["memberNumber", "47110815", "•••• 0815"],
  ["memberNumber", "A12B", "•••• 2B"],
] as const)("the %s %s is shown as %s", (kind, contact, masked) => {
  expect(maskedContact(kind, contact)).toBe(masked);
  expect([isMasked(masked), isMasked(contact)]).toEqual([true, false]);
});

test("email addresses are the same contact whatever their case; numbers are compared as they are stored", () => {
  expect(contactKey("email", "Huda@Example.com")).toBe(contactKey("email", "huda@example.COM"));
  expect(contactKey("memberNumber", "A12B")).toBe("A12B");
});

test("a search text with an @ or a digit of any script is a contact, a name is not", () => {
  expect(["a@b", "4711", "٤٧١١"].map(looksLikeContact)).toEqual([true, true, true]);
  expect(["Huda", "ليلى المنصوري", ""].map(looksLikeContact)).toEqual([false, false, false]);
});

test("a member is called by name, else by a masked contact, else by the end of the ID", () => {
  const nameless = { id: "018f6f7e-0000-7000-8000-0000a1b2c3d4", displayName: null, memberNumber: null, phone: null };
  expect(memberName({ ...nameless, displayName: "Huda", email: "h•••@example.com" })).toBe("Huda");
  expect(memberName({ ...nameless, email: "h•••@example.com" })).toBe("h•••@example.com");
  expect(memberName({ ...nameless, email: null })).toBe("a1b2c3d4");
});

test("nothing follows on a merge", () => {
  const [reopen] = memberLifecycle.from({ status: "closed", mergedInto: "018f6f7e-0000-7000-8000-0000a1b2c3d4" });
  expect(reopen?.blockers).toEqual(["merged"]);
});
