import { addDays } from "#base/days.ts";
import { addMs, dayMs, hourMs, type Instant } from "#base/time.ts";
import type { todosTable } from "#demos/todo/api/tables.ts";

type Sample = {
  readonly title: string;
  readonly notes?: string;
  /** Days from today; an hour in UTC that is still the same day from Los Angeles to Auckland. */
  readonly due?: number;
  readonly hour?: "09:00" | "10:30";
  readonly start?: number;
  readonly labels?: readonly number[];
  readonly starred?: true;
  readonly important?: true;
  readonly doneDaysAgo?: number;
  readonly deleted?: true;
  /** Titles; a leading `x ` says that it is done. */
  readonly subtasks?: readonly string[];
};

const [frontend, backend, api, issue, mobile] = [1, 2, 3, 4, 5];

// Fictional work on a platform like this one. The numbers of each kind are those of demo-apps B17: 30 to-dos, 6 completed,
// 5 starred, 6 important, 4 deleted, 18 with a due date (4 past, 3 today, 11 later), 5 without a label, 3 with three.
const samples: readonly Sample[] = [
  {
    title: "Ask Zaytouna for the renewed certificate",
    notes:
      "The dairy said the audit was on the 12th. Ask for the letter first, the new certificate follows within a week.",
    due: -2,
    start: -9,
    labels: [issue],
    starred: true,
    important: true,
    subtasks: ["x Find the brand contact", "Send the renewal letter", "Link the new revision"],
  },
  {
    title: "Resolve the unmatched payout row",
    due: -1,
    labels: [backend],
    notes: "Row 118 of the file of last Sunday.",
  },
  {
    title: "Check the registry for CERT-000114",
    due: 0,
    hour: "09:00",
    labels: [api],
    important: true,
    notes: "The registry answers only by post since Monday; the form is in the shared folder.",
  },
  { title: "Send the KYC list to Kedai Contoh", due: 0, labels: [backend] },
  {
    title: "Approve the Ramadan batch budget",
    due: 0,
    hour: "10:30",
    labels: [frontend, api, backend],
    starred: true,
    subtasks: ["x Compare with last year", "x Ask the owner of the brand", "Write the reason", "Approve"],
  },
  { title: "Prepare the Eid shelf labels", due: 2, labels: [frontend], notes: "Two sizes: 60 × 40 and 90 × 50 mm." },
  { title: "مراجعة ترجمة رسائل انتهاء الشهادة", due: 3, labels: [frontend, mobile], important: true },
  { title: "Renew the Bustan Nour filing", due: 5, hour: "09:00", labels: [issue], important: true },
  { title: "Let the scanner read EAN-8 barcodes", due: 7, start: 2, labels: [mobile, api, issue] },
  { title: "Review the opening hours of 40 branches in Ramadan", due: 9, labels: [backend] },
  { title: "ترتيب فئات المنتجات مع فريق المتاجر", due: 12, labels: [backend, frontend] },
  {
    title: "Load-test the redemption call",
    due: 14,
    hour: "10:30",
    start: 10,
    labels: [api, backend, issue],
    starred: true,
    notes: "Ten people, one last redemption. Write the figures down beside those of the last release.",
    subtasks: ["Prepare the promocodes", "Run it on the copy", "Write the figures down"],
  },
  { title: "Invite the new halal reviewers", due: 16, labels: [frontend] },
  { title: "Agree on the icons of the meat categories", due: 21, labels: [frontend, mobile] },
  { title: "Close the books of the quarter with finance", due: 30, important: true },
  { title: "Write the article about cashback", labels: [frontend], notes: "Plain words, one page, both languages." },
  { title: "Ask the bank for the new file format", labels: [api] },
  { title: "جمع أسئلة المستخدمين لصفحة المساعدة", labels: [mobile], starred: true },
  { title: "Try the kiosk in the Kuala Lumpur shop" },
  { title: "Find a better name for the “other” category" },
  { title: "Upload the product annex of the audit", due: -3, labels: [backend], doneDaysAgo: 2 },
  { title: "Pay the printer's invoice", due: -6, labels: [issue], doneDaysAgo: 6 },
  { title: "Publish the list of holidays", due: 4, labels: [frontend], doneDaysAgo: 1, starred: true },
  { title: "Turn on alerts for low balances", labels: [backend, api], doneDaysAgo: 3, important: true },
  { title: "تحديث صور صفحة الدخول", labels: [frontend], doneDaysAgo: 4 },
  { title: "Thank the testers in Sarajevo", doneDaysAgo: 8 },
  { title: "Order stickers for the fair", labels: [mobile], deleted: true },
  { title: "Compare three map providers", labels: [frontend], deleted: true },
  { title: "Move the weekly call to Tuesday", deleted: true },
  { title: "Old list of couriers", labels: [backend], deleted: true },
];

/** The to-dos that a person finds on opening the application for the first time, with dates around that day. */
export function sampleTodos(now: Instant, ownerId: string): (typeof todosTable.$inferInsert)[] {
  const numbered = samples.map((sample, index) => ({ ...rowOf(sample, index, now), ownerId }));
  // The last one in is placed first.
  return numbered.toReversed();
}

function rowOf(sample: Sample, index: number, now: Instant): Omit<typeof todosTable.$inferInsert, "ownerId"> {
  const today = now.slice(0, 10);
  const due = sample.due === undefined ? null : addDays(today, sample.due);
  const createdAt = addMs(now, -10 * dayMs - index * hourMs);
  const daysAgo = (days: number | undefined) => (days === undefined ? null : addMs(now, -days * dayMs));
  return {
    id: `5a11ce${String(index + 1).padStart(2, "0")}`,
    title: sample.title,
    notes: sample.notes ?? "",
    startOn: sample.start === undefined ? null : addDays(today, sample.start),
    dueOn: sample.hour === undefined ? due : null,
    dueAt: sample.hour === undefined ? null : `${due}T${sample.hour}:00.000Z`,
    isStarred: sample.starred ?? false,
    isImportant: sample.important ?? false,
    completedAt: daysAgo(sample.doneDaysAgo),
    deletedAt: daysAgo(sample.deleted && 1),
    labels: [...(sample.labels ?? [])],
    subtasks: (sample.subtasks ?? []).map((text, at) => subtaskOf(text, `${index + 1}-${at + 1}`)),
    createdAt,
    updatedAt: createdAt,
  };
}

const subtaskOf = (text: string, id: string) => ({
  id,
  title: text.replace(/^x /, ""),
  completed: text.startsWith("x "),
});
