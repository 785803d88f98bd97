import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  dayOf,
  dayOfHijri,
  hijriOf,
  instantAt,
  minuteIn,
  weekdayOf,
} from "#base/days.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Instant } from "#base/time.ts";
import { type FilterHandle, filterHandles, type Folder, type Label, type Todo } from "#demos/todo/contract.ts";

/** Where and when somebody looks: `today` is theirs. */
export type Clock = { readonly now: Instant; readonly timeZone: string; readonly today: Day };

export const clockAt = (now: Instant, timeZone: string): Clock => ({ now, timeZone, today: dayIn(now, timeZone) });

/** A folder, a filter or a label by its handle, as in the address of the screen. */
export type View = { readonly kind: "folder" | "filter" | "label"; readonly handle: string };

type Lists = { readonly folders: readonly Folder[]; readonly labels: readonly Label[] };
/** What decides where a to-do is shown; the spec's shape and ours both have it. */
type Seen = Pick<Todo, Exclude<keyof Todo, "folder" | "notes" | "title">> & {
  readonly folder?: number | null | undefined;
};

/** The day of a start or due moment: itself, or the one on which that instant falls there. */
export const momentDay = (moment: string, timeZone: string): Day =>
  moment.length === 10 ? moment : dayIn(moment, timeZone);

const flags: { readonly [Handle in FilterHandle]: (todo: Seen, clock: Clock) => boolean } = {
  starred: (todo) => todo.starred,
  important: (todo) => todo.important,
  completed: (todo) => todo.completed,
  deleted: (todo) => todo.deleted,
  // Not flags of a to-do, though the spec speaks of them as such: derived (demo-apps D-21).
  dueDate: (todo) => todo.dueDate !== null,
  today: (todo, clock) => isForToday(todo, clock),
};

function isForToday({ startDate, dueDate }: Seen, { today, timeZone }: Clock): boolean {
  if (dueDate === null) return false;
  const due = momentDay(dueDate, timeZone);
  return due === today || (startDate !== null && momentDay(startDate, timeZone) <= today && today <= due);
}

/**
 * Whether a view shows a to-do (spec 001 §7). An unknown handle shows nothing.
 * Only the filter `deleted` shows deleted ones; completed ones are shown like the rest.
 */
export function isInView(todo: Seen, view: View, lists: Lists, clock: Clock): boolean {
  if (view.kind === "filter") {
    const handle = filterHandles.find((known) => known === view.handle);
    return handle !== undefined && flags[handle](todo, clock) && (!todo.deleted || handle === "deleted");
  }
  if (todo.deleted) return false;
  if (view.kind === "label")
    return lists.labels.some(({ id, handle }) => handle === view.handle && todo.labels.includes(id));
  return view.handle === "all" || lists.folders.some(({ id, handle }) => handle === view.handle && todo.folder === id);
}

/** What a view shows, in its order: that of the list, and for the two derived filters open ones first, by due date (D-21). */
export function todosInView<T extends Seen>(todos: readonly T[], view: View, lists: Lists, clock: Clock): T[] {
  const shown = todos.filter((todo) => isInView(todo, view, lists, clock));
  if (view.kind !== "filter" || (view.handle !== "dueDate" && view.handle !== "today")) return shown;
  const keyed = shown.map((todo) => ({ todo, key: momentKey(todo.dueDate ?? "", clock.timeZone) }));
  keyed.sort((a, b) => Number(a.todo.completed) - Number(b.todo.completed) || compareText(a.key, b.key));
  return keyed.map(({ todo }) => todo);
}

/** Sorts as text by day and then by hour, a whole day before its hours. */
export const momentKey = (moment: string, timeZone: string): string =>
  moment.length > 10 ? `${dayIn(moment, timeZone)} ${moment}` : moment;

export const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);

/** The part of an address that stands for this title; letters of every script stay, as browsers show them. */
export function handleFor(title: string, taken: readonly string[]): string {
  const base =
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join("-") ?? "list";
  const numbered = (n: number) => (n === 1 ? base : `${base}-${n}`);
  let n = 1;
  while (taken.includes(numbered(n))) n += 1;
  return numbered(n);
}

/** The folder or label that a word of the quick add means: `ramadan-1448` finds "Ramadan 1448". */
export const findByWord = <T extends { readonly handle: string; readonly title: string }>(
  word: string,
  rows: readonly T[],
) => rows.find((row) => searchKey(row.title) === searchKey(word) || searchKey(row.handle) === searchKey(word));

export type QuickAddToken = {
  readonly kind: "due" | "label" | "folder" | "important" | "starred";
  /** Where it stands in the text: `text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
};

export type QuickAdd = {
  /** The text without what was recognised. */
  readonly title: string;
  readonly tokens: readonly QuickAddToken[];
  readonly dueDate: string | null;
  /** Words after `#` and `+`, for `findByWord`; unknown ones are new. */
  readonly labels: readonly string[];
  readonly folder: string | null;
  readonly important: boolean;
  readonly starred: boolean;
};

/**
 * Reads a line such as `Call Baqala tomorrow 10:00 #retailers !` in English or Arabic, or both.
 *
 * `#label`, `+folder`, `!` important, `*` starred. One day and one hour; an hour alone is the next time it strikes.
 * A date without a year is the next one. `friday` is the coming one, `next friday` the one in the week after this
 * (weeks begin on Monday); Arabic `الجمعة القادمة` is the coming one, as people use it. `3/04` is day and month.
 * `at 5` means the afternoon up to seven. What stands in quotation marks is left alone.
 */
export function parseQuickAdd(text: string, clock: Clock): QuickAdd {
  const words = wordsOf(text);
  const tokens: QuickAddToken[] = [];
  const found = { labels: [] as string[], folder: null as string | null };
  const when: { day?: Day; minute?: number } = {};
  for (let index = 0; index < words.length; ) {
    const word = words[index]!;
    const mark = markOf(word.raw);
    const due = mark ? null : readWhen(words.slice(index, index + phraseWordsMax), when, clock);
    const last = words[index + (due?.length ?? 1) - 1]!;
    if (mark?.kind === "label") found.labels.push(word.raw.slice(1));
    if (mark?.kind === "folder") found.folder = word.raw.slice(1);
    if (due) Object.assign(when, due.when);
    if (mark || due) tokens.push({ kind: mark?.kind ?? "due", start: word.start, end: last.end });
    index += due?.length ?? 1;
  }
  const has = (kind: QuickAddToken["kind"]) => tokens.some((token) => token.kind === kind);
  return {
    ...found,
    title: textWithout(text, tokens),
    tokens,
    dueDate: momentOf(when, clock),
    important: has("important"),
    starred: has("starred"),
  };
}

type Word = { readonly raw: string; readonly key: string; readonly start: number; readonly end: number };
type When = { readonly day?: Day; readonly minute?: number };

const phraseWordsMax = 6;

/** Quoted passages are one word with no key, so that nothing is read into them. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/"[^"]*"|“[^”]*”|«[^»]*»|\S+/gu)].map((match) => {
    const raw = match[0];
    return { raw, key: /^["“«]/.test(raw) ? "" : wordKey(raw), start: match.index, end: match.index + raw.length };
  });
}

/** How a word is compared: folded; one with digits keeps what dates and hours are written with. */
function wordKey(raw: string): string {
  const digits = raw.replace(/[٠-٩۰-۹]/g, (digit) => searchKey(digit)).toLowerCase();
  if (/\d/.test(digits)) return digits.replace(/[.,;!?،؛؟)]+$/, "").replace(/[^\dا-يa-z:/.-]/g, "");
  return searchKey(raw).replaceAll(" ", "");
}

function markOf(raw: string): { kind: QuickAddToken["kind"] } | null {
  if (/^!{1,3}$/.test(raw)) return { kind: "important" };
  if (raw === "*") return { kind: "starred" };
  // "+966 5…" is a telephone number and "#3" counts something.
  if (/^#(?=.*\p{L})[\p{L}\p{M}\p{N}_-]{1,40}$/u.test(raw)) return { kind: "label" };
  if (/^\+(?=\p{L})[\p{L}\p{M}\p{N}_-]{1,60}$/u.test(raw)) return { kind: "folder" };
  return null;
}

const weekdays = [
  "sunday|الاحد",
  "monday|mon|الاثنين",
  "tuesday|tue|الثلاثاء",
  "wednesday|wed|الاربعاء",
  "thursday|thu|الخميس",
  "friday|fri|الجمعه",
  "saturday|السبت",
];
const months = [
  "january|jan|يناير|كانون الثاني",
  "february|feb|فبراير|شباط",
  "march|mar|مارس|اذار",
  "april|apr|ابريل|نيسان",
  "may|مايو|ايار",
  "june|jun|يونيو|حزيران",
  "july|jul|يوليو|تموز",
  "august|aug|اغسطس|اب",
  "september|sept?|سبتمبر|ايلول",
  "october|oct|اكتوبر|تشرين الاول",
  "november|nov|نوفمبر|تشرين الثاني",
  "december|dec|ديسمبر|كانون الاول",
];
const hijriMonths = [
  "muharram|محرم|المحرم",
  "safar|صفر",
  "rabi(?: al)? ?(?:al)?awwal|rabi (?:1|i)|ربيع (?:ال)?اول",
  "rabi(?: al)? ?(?:al|ath)?(?:thani|akhir)|rabi (?:2|ii)|ربيع (?:ال)?(?:ثاني|اخر)",
  "jumada(?: al)? ?(?:al)?(?:awwal|ula)|jumada (?:1|i)|جمادي (?:ال)?(?:اولي|اول)",
  "jumada(?: al)? ?(?:al|ath)?(?:thani|thaniyah|akhirah?)|jumada (?:2|ii)|جمادي (?:ال)?(?:ثانيه|اخره|ثاني)",
  "rajab|رجب",
  "shaa?ban|شعبان",
  "ramadh?an|رمضان",
  "shawwal|شوال",
  "(?:dhu|zul|thul)(?: ?al)? ?(?:al)?l?qi?a?da?h|(?:ذو|ذي) القعده",
  "(?:dhu|zul|thul)(?: ?al)? ?(?:al)?l?hijjah?|(?:ذو|ذي) الحجه",
];
const units = {
  day: "days?|يوم|ايام|يوما|يومين",
  week: "weeks?|اسبوع|اسابيع|اسبوعا|اسبوعين",
  month: "months?|شهر|اشهر|شهور|شهرا|شهرين",
  hour: "hours?|ساعه|ساعات|ساعتين",
  minute: "min(?:ute)?s?|دقيقه|دقائق|دقيقتين",
};

const oneOf = (names: readonly string[]) => `(${names.join("|")})`;
const placeOf = (names: readonly string[], word: string) =>
  names.findIndex((name) => new RegExp(`^(?:${name})$`).test(word));
const half = "(am|pm|صباحا|مساء|ظهرا)";
const coming = "(?:القادمه?|المقبله?)";
const reader = (pattern: string) => new RegExp(`^(?:(?:on|by|due|في|يوم|قبل) )?${pattern}(?= |$)`);

type Read = (groups: readonly (string | undefined)[], clock: Clock) => When | null;

const inDays = (days: number, { today }: Clock): When => ({ day: addDays(today, days) });

/** Tried in order; the first that fits is taken, so what says more comes first. */
const readings: readonly (readonly [RegExp, Read])[] = [
  [reader("(?:day after tomorrow|بعد (?:غد|غدا|بكره))"), (_, clock) => inDays(2, clock)],
  [reader("(?:today|tod|اليوم)"), (_, clock) => inDays(0, clock)],
  [reader("(?:tonight|الليله)"), (_, clock) => ({ ...inDays(0, clock), minute: 20 * 60 })],
  [reader("(?:tomorrow|tmrw?|غدا|بكره|بكرا)"), (_, clock) => inDays(1, clock)],
  [
    reader(`next ${oneOf(weekdays)}`),
    ([name], clock) => ({ day: weekdayNextWeek(placeOf(weekdays, name!), clock.today) }),
  ],
  [
    reader(`(?:this |يوم )?${oneOf(weekdays)}(?: ${coming})?`),
    ([name], clock) => ({ day: comingWeekday(placeOf(weekdays, name!), clock.today) }),
  ],
  [
    reader("(?:this |next )(sun|sat)"),
    ([name], clock) => ({ day: comingWeekday(name === "sun" ? 0 : 6, clock.today) }),
  ],
  [
    reader(`(?:next (week|month)|(?:ال)(اسبوع|شهر) ${coming})`),
    ([english, arabic], clock) => after(1, english ?? arabic!, clock),
  ],
  [
    reader(`in (\\d{1,3}|an?) ${oneOf(Object.values(units))}`),
    ([amount, unit], clock) => after(Number(amount) || 1, unit!, clock),
  ],
  [
    reader(`بعد (?:(\\d{1,3}) )?${oneOf(Object.values(units))}`),
    ([amount, unit], clock) => after(Number(amount ?? (unit!.endsWith("ين") ? 2 : 1)), unit!, clock),
  ],
  [
    reader("(\\d{4})-(\\d{1,2})-(\\d{1,2})"),
    ([year, month, day]) => onDay(dayOf(Number(year), Number(month), Number(day))),
  ],
  [
    reader("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})"),
    ([day, month, year]) => onDay(dayOf(Number(year), Number(month), Number(day))),
  ],
  [reader("(\\d{1,2})/(\\d{2})"), ([day, month], clock) => onDay(nextDate(Number(month), Number(day), clock.today))],
  [
    reader(`(\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(months)}(?: (\\d{4}))?`),
    ([day, name, year], clock) => dated(placeOf(months, name!) + 1, day!, year, clock),
  ],
  [
    reader(`${oneOf(months)} (\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?`),
    ([name, day, year], clock) => dated(placeOf(months, name!) + 1, day!, year, clock),
  ],
  [
    reader(`(\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(hijriMonths)}(?: (1[345]\\d\\d))?`),
    ([day, name, year], clock) => hijriDated(placeOf(hijriMonths, name!) + 1, day!, year, clock),
  ],
  [
    reader(`${oneOf(hijriMonths)} (\\d{1,2})(?:st|nd|rd|th)?(?: (1[345]\\d\\d))?`),
    ([name, day, year], clock) => hijriDated(placeOf(hijriMonths, name!) + 1, day!, year, clock),
  ],
  [
    reader(`(?:at |الساعه )?(\\d{1,2}):(\\d{2})(?: ?(am|pm|ص|م|صباحا|مساء|ظهرا))?`),
    ([hour, minute, part]) => atTime(Number(hour), Number(minute), part),
  ],
  [reader(`(?:at |الساعه )?(\\d{1,2}) ?${half}`), ([hour, part]) => atTime(Number(hour), 0, part)],
  [
    reader("(?:at|الساعه) (\\d{1,2})(?: ?(ص|م))?"),
    ([hour, part]) => atTime(Number(hour), 0, part ?? (/^0?[1-7]$/.test(hour!) ? "pm" : undefined)),
  ],
  [reader("(?:at )?(?:noon|midday|الظهر|ظهرا)"), () => ({ minute: 12 * 60 })],
];

/** The day or hour that these words begin with, and how many words it takes. A part already known is left in the title. */
function readWhen(words: readonly Word[], known: When, clock: Clock): { when: When; length: number } | null {
  const phrase = words.map(({ key }) => key).join(" ");
  for (const [pattern, read] of readings) {
    const match = pattern.exec(phrase);
    const when = match && read(match.slice(1), clock);
    const isNew =
      when &&
      !(when.day !== undefined && known.day !== undefined) &&
      !(when.minute !== undefined && known.minute !== undefined);
    if (isNew) return { when, length: match[0].split(" ").length };
  }
  return null;
}

const onDay = (day: Day | null): When | null => (day === null ? null : { day });

function dated(month: number, day: string, year: string | undefined, clock: Clock): When | null {
  return onDay(
    year === undefined ? nextDate(month, Number(day), clock.today) : dayOf(Number(year), month, Number(day)),
  );
}

/** 29 February may be eight years away. */
function nextDate(month: number, day: number, from: Day): Day | null {
  const first = Number(from.slice(0, 4));
  const years = Array.from({ length: 9 }, (_, distance) => dayOf(first + distance, month, day));
  return years.find((candidate) => candidate !== null && candidate >= from) ?? null;
}

/** Not every year's month has a 30th, but one of the next ten has. */
function hijriDated(month: number, day: string, year: string | undefined, clock: Clock): When | null {
  const from = clock.today;
  if (year !== undefined) return onDay(dayOfHijri({ year: Number(year), month, day: Number(day) }));
  const first = hijriOf(from).year;
  const years = Array.from({ length: 10 }, (_, distance) =>
    dayOfHijri({ year: first + distance, month, day: Number(day) }),
  );
  return onDay(years.find((candidate) => candidate !== null && candidate >= from) ?? null);
}

/** Never today: who means today says so. */
const comingWeekday = (weekday: number, from: Day) => addDays(from, ((weekday - weekdayOf(from) + 6) % 7) + 1);
/** Weeks begin on Monday (ISO 8601). */
const weekdayNextWeek = (weekday: number, from: Day) =>
  addDays(from, 7 - ((weekdayOf(from) + 6) % 7) + ((weekday + 6) % 7));

function after(amount: number, unit: string, clock: Clock): When {
  const names = Object.values(units);
  const kind = Object.keys(units)[placeOf(names, unit)] as keyof typeof units;
  if (kind === "day") return inDays(amount, clock);
  if (kind === "week") return inDays(7 * amount, clock);
  if (kind === "month") return { day: addMonths(clock.today, amount) };
  const minutes = minuteIn(clock.now, clock.timeZone) + amount * (kind === "hour" ? 60 : 1);
  return { ...inDays(Math.floor(minutes / 1440), clock), minute: minutes % 1440 };
}

function atTime(hour: number, minute: number, part: string | undefined): When | null {
  const isLate = part !== undefined && /^(?:pm|م|مساء|ظهرا)$/.test(part);
  if (minute > 59 || hour > 23 || (part !== undefined && (hour < 1 || hour > 12))) return null;
  return { minute: (part === undefined ? hour : (hour % 12) + (isLate ? 12 : 0)) * 60 + minute };
}

function momentOf({ day, minute }: When, clock: Clock): string | null {
  if (minute === undefined) return day ?? null;
  const next = minute > minuteIn(clock.now, clock.timeZone) ? clock.today : addDays(clock.today, 1);
  return instantAt({ day: day ?? next, minute, timeZone: clock.timeZone });
}

function textWithout(text: string, tokens: readonly QuickAddToken[]): string {
  const kept = tokens.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  return kept.replace(/\s+/g, " ").trim();
}
