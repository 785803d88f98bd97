import { wordKey } from "#base/dayPhrases.ts";
import { addMs, type Instant, minuteMs } from "#base/time.ts";
import type { Rhythm } from "#demos/todo/contract/repeat.ts";
import { type Clock, momentDay, morningMinute } from "#demos/todo/rules.ts";
import { minutesAhead, momentOf, phraseWordsMax, readWhen, type When } from "#demos/todo/rules/timePhrases.ts";

export type QuickAddToken = {
  readonly kind: "due" | "repeat" | "remind" | "label" | "folder" | "important" | "starred";
  /** Where it stands in the text: `text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
};

export type QuickAdd = {
  /** The text without what was recognised. */
  readonly title: string;
  readonly tokens: readonly QuickAddToken[];
  readonly dueDate: string | null;
  readonly repeat: Rhythm | null;
  readonly remindAt: Instant | null;
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
 * `at 5` means the afternoon up to seven. `every friday`, `every 2 weeks`, `every 1 Ramadan` begin with the coming one.
 * `remind 9:00` is that hour of the due day, `remind an hour before` counts from the due hour.
 * What stands in quotation marks is left alone.
 */
export function parseQuickAdd(text: string, clock: Clock): QuickAdd {
  const words = wordsOf(text);
  const tokens: QuickAddToken[] = [];
  const found = { labels: [] as string[], folder: null as string | null };
  const when: When = {};
  let phrase: ReminderPhrase | null = null;
  for (let index = 0; index < words.length; ) {
    const word = words[index]!;
    const ahead = words.slice(index, index + 3 * phraseWordsMax);
    const mark = markOf(word.raw);
    const reminder: Reminder | null = mark || phrase ? null : readReminder(ahead, clock);
    const due = mark || reminder ? null : readWhen(ahead, when, clock);
    const length: number = reminder?.length ?? due?.length ?? 1;
    const place = { start: word.start, end: words[index + length - 1]!.end };
    if (mark?.kind === "label") found.labels.push(word.raw.slice(1));
    if (mark?.kind === "folder") found.folder = word.raw.slice(1);
    if (due) Object.assign(when, due.when);
    if (reminder) phrase = { ...reminder, ...place };
    const kind = mark?.kind ?? (due?.when.repeat ? "repeat" : due && "due");
    if (kind) tokens.push({ kind, ...place });
    index += length;
  }
  const dueDate = momentOf(when, clock);
  const remindAt = phrase && reminderOf(phrase, dueDate, clock);
  // What cannot be told stays in the title.
  if (phrase && remindAt !== null) tokens.push({ kind: "remind", start: phrase.start, end: phrase.end });
  tokens.sort((a, b) => a.start - b.start);
  const has = (kind: QuickAddToken["kind"]) => tokens.some((token) => token.kind === kind);
  return {
    ...found,
    title: textWithout(text, tokens),
    tokens,
    dueDate,
    repeat: when.repeat ?? null,
    remindAt,
    important: has("important"),
    starred: has("starred"),
  };
}

type Word = { readonly raw: string; readonly key: string; readonly start: number; readonly end: number };
/** A reminder as it was asked for: at a day and an hour, or so many minutes before the due hour. */
type Reminder = When & { readonly minutesBefore?: number; readonly length: number };
type ReminderPhrase = Reminder & { readonly start: number; readonly end: number };

/** Quoted passages are one word with no key, so that nothing is read into them. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/"[^"]*"|“[^”]*”|«[^»]*»|\S+/gu)].map((match) => {
    const raw = match[0];
    return { raw, key: /^["“«]/.test(raw) ? "" : wordKey(raw), start: match.index, end: match.index + raw.length };
  });
}

function markOf(raw: string): { kind: QuickAddToken["kind"] } | null {
  if (/^!{1,3}$/.test(raw)) return { kind: "important" };
  if (raw === "*") return { kind: "starred" };
  // "+966 5…" is a telephone number and "#3" counts something.
  if (/^#(?=.*\p{L})[\p{L}\p{M}\p{N}_-]{1,40}$/u.test(raw)) return { kind: "label" };
  if (/^\+(?=\p{L})[\p{L}\p{M}\p{N}_-]{1,60}$/u.test(raw)) return { kind: "folder" };
  return null;
}

/** "remind me tomorrow 9:00", "ذكرني قبل ساعة": the word, and what follows as far as it tells a moment. */
function readReminder(words: readonly Word[], clock: Clock): Reminder | null {
  const [first, second] = words;
  if (first === undefined || !/^(?:remind|reminder|ذكرني|تذكير)$/.test(first.key)) return null;
  let length = second?.key === "me" ? 2 : 1;
  const phrase = words.slice(length, length + phraseWordsMax).map(({ key }) => key);
  const ahead = minutesAhead(phrase.join(" "));
  if (ahead) return { minutesBefore: ahead.minutes, length: length + ahead.length };
  const when: When = {};
  for (let next = readOnce(words.slice(length), when, clock); next; next = readOnce(words.slice(length), when, clock)) {
    Object.assign(when, next.when);
    length += next.length;
  }
  return when.day === undefined && when.minute === undefined ? null : { ...when, length };
}

/** A day or an hour, and no rhythm: nobody is reminded every Friday of something that is due once. */
function readOnce(words: readonly Word[], known: When, clock: Clock) {
  const read = readWhen(words, known, clock);
  return read?.when.repeat ? null : read;
}

/** Of the due day unless another was named. Nothing is before an hour that was not given. */
function reminderOf({ day, minute, minutesBefore }: Reminder, dueDate: string | null, clock: Clock): Instant | null {
  const { timeZone } = clock;
  if (minutesBefore !== undefined)
    return dueDate === null || dueDate.length === 10 ? null : addMs(dueDate, -minutesBefore * minuteMs);
  const on = day ?? (dueDate === null ? undefined : momentDay(dueDate, timeZone));
  const at = { ...(on === undefined ? {} : { day: on }), minute: minute ?? morningMinute };
  return momentOf(at, clock);
}

function textWithout(text: string, tokens: readonly QuickAddToken[]): string {
  const kept = tokens.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  return kept.replace(/\s+/g, " ").trim();
}
