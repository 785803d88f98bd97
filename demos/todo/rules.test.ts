import { describe, expect, it } from "vitest";
import { minuteIn } from "#base/days.ts";
import { allFolder, type Label } from "#demos/todo/contract.ts";
import {
  type Clock,
  clockAt,
  findByWord,
  handleFor,
  isInView,
  momentDay,
  todosInView,
  type View,
} from "#demos/todo/rules.ts";
import { parseQuickAdd } from "#demos/todo/rules/quickAdd.ts";

/** A Friday, noon in Riyadh; 10 Jumada II 1448. */
const clock = clockAt("2026-11-20T09:00:00.000Z", "Asia/Riyadh");
const label: Label = { id: 4, handle: "issue", title: "Issue", color: "#c92a2a" };
const lists = { folders: [allFolder, { id: 7, handle: "ramadan", title: "Ramadan", icon: "folder" }], labels: [label] };

const plain = {
  id: "a",
  startDate: null as string | null,
  dueDate: null as string | null,
  completed: false,
  starred: false,
  important: false,
  deleted: false,
  labels: [] as number[],
};
const view = (kind: View["kind"], handle: string): View => ({ kind, handle });
const isShown = (todo: Partial<typeof plain> & { folder?: number }, kind: View["kind"], handle: string) =>
  isInView({ ...plain, ...todo }, view(kind, handle), lists, clock);

describe("views", () => {
  it("shows completed to-dos in all, and deleted ones only among the deleted", () => {
    expect(isShown({ completed: true }, "folder", "all")).toBe(true);
    expect(isShown({ deleted: true }, "folder", "all")).toBe(false);
    expect(isShown({ deleted: true }, "filter", "deleted")).toBe(true);
    expect(isShown({ deleted: true, starred: true }, "filter", "starred")).toBe(false);
    expect(isShown({ deleted: true, labels: [4] }, "label", "issue")).toBe(false);
    expect(isShown({}, "filter", "deleted")).toBe(false);
  });

  it.each(["starred", "important", "completed"] as const)("shows to-dos with this flag in %s", (flag) => {
    expect([isShown({ [flag]: true }, "filter", flag), isShown({}, "filter", flag)]).toEqual([true, false]);
  });

  it("shows the to-dos of a label and of a folder", () => {
    expect([isShown({ labels: [3, 4] }, "label", "issue"), isShown({ labels: [3] }, "label", "issue")]).toEqual([
      true,
      false,
    ]);
    expect([isShown({ folder: 7 }, "folder", "ramadan"), isShown({ folder: 0 }, "folder", "ramadan")]).toEqual([
      true,
      false,
    ]);
    expect(isShown({ folder: 7 }, "folder", "all")).toBe(true);
  });

  it("shows nothing for an unknown handle, not even for a property that every object has", () => {
    const handles = ["nothing", "constructor", "toString", "__proto__", ""];
    for (const kind of ["folder", "filter", "label"] as const) {
      expect(handles.map((handle) => isShown({ labels: [4] }, kind, handle))).toEqual(handles.map(() => false));
    }
  });

  it("shows in today what is due today, or between its start and its due day", () => {
    const cases: readonly [string | null, string | null, boolean][] = [
      [null, "2026-11-20", true],
      [null, "2026-11-19", false],
      [null, "2026-11-21", false],
      ["2026-11-18", "2026-11-25", true],
      ["2026-11-20", "2026-11-25", true],
      ["2026-11-21", "2026-11-25", false],
      ["2026-11-10", "2026-11-19", false],
      ["2026-11-18", null, false],
    ];
    for (const [startDate, dueDate, expected] of cases) {
      expect([startDate, dueDate, isShown({ startDate, dueDate }, "filter", "today")]).toEqual([
        startDate,
        dueDate,
        expected,
      ]);
    }
  });

  it("uses the day of an instant in the user's time zone", () => {
    const dueDate = "2026-11-20T21:30:00.000Z";
    expect([momentDay(dueDate, "UTC"), momentDay(dueDate, "Asia/Riyadh")]).toEqual(["2026-11-20", "2026-11-21"]);
    expect(isShown({ dueDate }, "filter", "today")).toBe(false);
  });

  it("sorts by due date, with times after the whole day and completed ones last", () => {
    const dated = [
      { ...plain, id: "done", dueDate: "2026-11-01", completed: true },
      { ...plain, id: "none" },
      { ...plain, id: "hour", dueDate: "2026-11-22T06:00:00.000Z" },
      { ...plain, id: "day", dueDate: "2026-11-22" },
      { ...plain, id: "before", dueDate: "2026-11-21T22:00:00.000Z" },
      { ...plain, id: "past", dueDate: "2026-11-02" },
    ];
    const ids = (handle: string) => todosInView(dated, view("filter", handle), lists, clock).map(({ id }) => id);
    expect(ids("dueDate")).toEqual(["past", "day", "before", "hour", "done"]);
  });

  it("otherwise keeps the given order", () => {
    const dated = [
      { ...plain, id: "b", dueDate: "2026-12-01" },
      { ...plain, id: "a", dueDate: "2026-11-01" },
    ];
    expect(todosInView(dated, view("folder", "all"), lists, clock).map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

describe("handles", () => {
  it.each([
    ["Ramadan 1448", [], "ramadan-1448"],
    ["Ramadan 1448!", ["ramadan-1448", "ramadan-1448-2"], "ramadan-1448-3"],
    ["رمضان ١٤٤٨", [], "رمضان-١٤٤٨"],
    ["🚀", [], "list"],
    ["  a/b?c#d  ", [], "a-b-c-d"],
  ])("makes %s into an address", (title, taken, handle) => {
    expect(handleFor(title, taken)).toBe(handle);
  });

  it("finds a label by its title or its handle, regardless of case and accents", () => {
    const rows = [
      { handle: "reclamations", title: "Réclamations" },
      { handle: "ramadan-1448", title: "Ramadan 1448" },
    ];
    expect(findByWord("RECLAMATIONS", rows)).toBe(rows[0]);
    expect(findByWord("ramadan_1448", rows)).toBe(rows[1]);
    expect(findByWord("ramadan", rows)).toBeUndefined();
  });
});

const dueOf = (text: string, at: Clock = clock) => {
  const { dueDate, title } = parseQuickAdd(text, at);
  if (dueDate === null || dueDate.length === 10) return [dueDate, title];
  const minute = minuteIn(dueDate, at.timeZone);
  const hour = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return [`${momentDay(dueDate, at.timeZone)} ${hour}`, title];
};

describe("quick add: days", () => {
  it.each([
    ["Call Baqala today", "2026-11-20"],
    ["Call Baqala tomorrow", "2026-11-21"],
    ["Call Baqala TOMORROW,", "2026-11-21"],
    ["Call Baqala tmr", "2026-11-21"],
    ["Call Baqala day after tomorrow", "2026-11-22"],
    ["by tomorrow Call Baqala", "2026-11-21"],
    ["Call Baqala in 3 days", "2026-11-23"],
    ["Call Baqala in a week", "2026-11-27"],
    ["Call Baqala in 2 weeks", "2026-12-04"],
    ["Call Baqala in 3 months", "2027-02-20"],
    ["Call Baqala next week", "2026-11-27"],
    ["Call Baqala next month", "2026-12-20"],
    ["Call Baqala saturday", "2026-11-21"],
    ["Call Baqala thursday", "2026-11-26"],
    ["Call Baqala this Friday", "2026-11-27"],
    ["Call Baqala on mon", "2026-11-23"],
    ["Call Baqala next sun", "2026-11-22"],
    ["Call Baqala next Friday", "2026-11-27"],
    ["Call Baqala next monday", "2026-11-23"],
    ["Call Baqala 24 Nov", "2026-11-24"],
    ["Call Baqala Nov 24th", "2026-11-24"],
    ["Call Baqala 1st of January", "2027-01-01"],
    ["Call Baqala 20 November", "2026-11-20"],
    ["Call Baqala 19 November", "2027-11-19"],
    ["Call Baqala 24 November 2028", "2028-11-24"],
    ["Call Baqala 29 feb", "2028-02-29"],
    ["Call Baqala 2026-12-01", "2026-12-01"],
    ["Call Baqala 1/12/2026", "2026-12-01"],
    ["Call Baqala 24/11", "2026-11-24"],
    ["Call Baqala ٢٤/١١", "2026-11-24"],
  ])("reads %s", (text, due) => {
    expect(dueOf(text)).toEqual([due, "Call Baqala"]);
  });

  it("takes next Friday as the one of next week, on a Wednesday", () => {
    const wednesday = clockAt("2026-11-18T09:00:00.000Z", "Asia/Riyadh");
    expect(dueOf("x friday", wednesday)).toEqual(["2026-11-20", "x"]);
    expect(dueOf("x next friday", wednesday)).toEqual(["2026-11-27", "x"]);
    expect(dueOf("x الجمعة القادمة", wednesday)).toEqual(["2026-11-20", "x"]);
  });

  it("takes tomorrow in the user's time zone", () => {
    const lateEvening = "2026-11-20T22:00:00.000Z";
    expect(dueOf("x tomorrow", clockAt(lateEvening, "Asia/Riyadh"))).toEqual(["2026-11-22", "x"]);
    expect(dueOf("x tomorrow", clockAt(lateEvening, "Europe/London"))).toEqual(["2026-11-21", "x"]);
  });
});

describe("quick add in Arabic", () => {
  it.each([
    ["الاتصال بالبقالة اليوم", "2026-11-20"],
    ["الاتصال بالبقالة غداً", "2026-11-21"],
    ["الاتصال بالبقالة غدًا", "2026-11-21"],
    ["الاتصال بالبقالة بكرة", "2026-11-21"],
    ["الاتصال بالبقالة بعد غد", "2026-11-22"],
    ["الاتصال بالبقالة بعد ٣ أيام", "2026-11-23"],
    ["الاتصال بالبقالة بعد يومين", "2026-11-22"],
    ["الاتصال بالبقالة بعد أسبوع", "2026-11-27"],
    ["الاتصال بالبقالة بعد أسبوعين", "2026-12-04"],
    ["الاتصال بالبقالة بعد شهر", "2026-12-20"],
    ["الاتصال بالبقالة الأسبوع القادم", "2026-11-27"],
    ["الاتصال بالبقالة الشهر المقبل", "2026-12-20"],
    ["الاتصال بالبقالة يوم الأحد", "2026-11-22"],
    ["الاتصال بالبقالة الإثنين", "2026-11-23"],
    ["الاتصال بالبقالة الجمعة القادمة", "2026-11-27"],
    ["الاتصال بالبقالة ٢٤ نوفمبر", "2026-11-24"],
    ["الاتصال بالبقالة 24 تشرين الثاني", "2026-11-24"],
    ["الاتصال بالبقالة 1 كانون الثاني 2027", "2027-01-01"],
    ["الاتصال بالبقالة غدًا الساعة ٥", "2026-11-21 17:00"],
    ["الاتصال بالبقالة غدا 10:00", "2026-11-21 10:00"],
    ["الاتصال بالبقالة غدا 5 مساءً", "2026-11-21 17:00"],
    ["الاتصال بالبقالة غدا ٩:٣٠ ص", "2026-11-21 09:30"],
    ["الاتصال بالبقالة غدا الساعة 8 صباحًا", "2026-11-21 08:00"],
    ["الاتصال بالبقالة غدا الظهر", "2026-11-21 12:00"],
    ["الاتصال بالبقالة بعد ساعتين", "2026-11-20 14:00"],
  ])("reads %s", (text, due) => {
    expect(dueOf(text)).toEqual([due, "الاتصال بالبقالة"]);
  });
});

describe("quick add: the Hijri calendar", () => {
  it.each([
    ["Review 1 Ramadan", "2027-02-08"],
    ["Review 1 رمضان", "2027-02-08"],
    ["Review ١ رمضان ١٤٤٨", "2027-02-08"],
    ["Review Ramadan 1", "2027-02-08"],
    ["Review 1 Ramadan 1449", "2028-01-28"],
    ["Review 1 Muharram", "2027-06-06"],
    ["Review 1 Sha'ban", "2027-01-09"],
    ["Review 1 Shawwal", "2027-03-09"],
    ["Review 9 Dhu al-Hijjah", "2027-05-15"],
    ["Review 9 Dhul Hijjah", "2027-05-15"],
    ["Review 9 Dhul Qadah", "2027-04-16"],
    ["Review 9 ذي الحجة", "2027-05-15"],
    ["Review 1 Rabi al-Awwal", "2027-08-03"],
    ["Review 1 ربيع الأول", "2027-08-03"],
    ["Review 12 Jumada II", "2026-11-22"],
    ["Review 12 جمادى الآخرة", "2026-11-22"],
    ["Review 10 Jumada II", "2026-11-20"],
    ["Review 9 Jumada II", "2027-11-08"],
  ])("reads %s", (text, due) => {
    expect(dueOf(text)).toEqual([due, "Review"]);
  });

  it("finds a year in which the month has a 30th", () => {
    const beforeRamadan1446 = clockAt("2025-01-10T09:00:00.000Z", "Asia/Riyadh");
    expect(dueOf("x 30 Ramadan 1446", beforeRamadan1446)).toEqual([null, "x 30 Ramadan 1446"]);
    const [due] = dueOf("x 30 Ramadan", beforeRamadan1446);
    expect(due).toBe("2026-03-19");
  });
});

describe("quick add: hours", () => {
  it.each([
    ["x 14:30", "2026-11-20 14:30"],
    ["x at 14:30", "2026-11-20 14:30"],
    ["x 9:05", "2026-11-21 09:05"],
    ["x 12:00", "2026-11-21 12:00"],
    ["x 12:01", "2026-11-20 12:01"],
    ["x 5pm", "2026-11-20 17:00"],
    ["x 5 pm", "2026-11-20 17:00"],
    ["x 11:15 am", "2026-11-21 11:15"],
    ["x 12am tomorrow", "2026-11-21 00:00"],
    ["x 12pm tomorrow", "2026-11-21 12:00"],
    ["x at 5", "2026-11-20 17:00"],
    ["x at 8", "2026-11-21 08:00"],
    ["x at noon tomorrow", "2026-11-21 12:00"],
    ["x tonight", "2026-11-20 20:00"],
    ["x in 2 hours", "2026-11-20 14:00"],
    ["x in 90 minutes", "2026-11-20 13:30"],
    ["x in 13 hours", "2026-11-21 01:00"],
    ["tomorrow at 10:00 x", "2026-11-21 10:00"],
    ["x 10:00 next friday", "2026-11-27 10:00"],
  ])("reads %s", (text, due) => {
    expect(dueOf(text)).toEqual([due, "x"]);
  });

  it("stores a time as an instant in the user's zone and a day without a time as a day", () => {
    expect(parseQuickAdd("x tomorrow 10:00", clock).dueDate).toBe("2026-11-21T07:00:00.000Z");
    expect(parseQuickAdd("x tomorrow", clock).dueDate).toBe("2026-11-21");
  });
});

describe("quick add: marks and unrecognized text", () => {
  it("parses the whole example", () => {
    const text = "Call Baqala tomorrow 10:00 #retailers +Ramadan-1448 ! *";
    const read = parseQuickAdd(text, clock);
    expect(read).toMatchObject({
      title: "Call Baqala",
      labels: ["retailers"],
      folder: "Ramadan-1448",
      important: true,
      starred: true,
    });
    expect(read.tokens.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ["due", "tomorrow"],
      ["due", "10:00"],
      ["label", "#retailers"],
      ["folder", "+Ramadan-1448"],
      ["important", "!"],
      ["starred", "*"],
    ]);
  });

  it("keeps positions in text with two directions, and accepts Arabic labels", () => {
    const text = "فحص CERT-000114 غدًا #المتاجر #حلال !";
    const read = parseQuickAdd(text, clock);
    expect(read).toMatchObject({
      title: "فحص CERT-000114",
      labels: ["المتاجر", "حلال"],
      dueDate: "2026-11-21",
      important: true,
    });
    expect(read.tokens.map(({ start, end }) => text.slice(start, end))).toEqual(["غدًا", "#المتاجر", "#حلال", "!"]);
  });

  it.each([
    "Buy 1/2 kg of dates",
    "Call +966 55 000 0000",
    "Answer comment #3",
    "Learn C# and C++",
    "Wow! 5*3",
    "She may march in august company",
    "The sun sat low",
    'Review "next Friday" campaign',
    "Read «غدًا» رواية",
    "Pay 12.50 USD",
    "Room 25:99",
    "31 February",
    "Version 2026",
    "Ramadan 1448 hours",
    "monday.com invoice",
    "in 3 shops",
    "بعد الصلاة",
  ])("finds nothing to read in: %s", (text) => {
    expect(parseQuickAdd(text, clock)).toMatchObject({ title: text, dueDate: null, labels: [], folder: null });
  });

  it("uses the first day and the first time, and leaves further ones in the title", () => {
    expect(dueOf("Move friday sermon to tomorrow 10:00 11:00")).toEqual([
      "2026-11-27 10:00",
      "Move sermon to tomorrow 11:00",
    ]);
  });

  it("returns an empty title if there is no other text", () => {
    expect(parseQuickAdd("  tomorrow  !", clock)).toMatchObject({ title: "", dueDate: "2026-11-21" });
    expect(parseQuickAdd("", clock)).toMatchObject({ title: "", tokens: [], dueDate: null });
  });

  it("takes only its own words from a line of ten thousand", () => {
    const line = "tomorrow at ".repeat(5000);
    expect(parseQuickAdd(line, clock).tokens).toHaveLength(1);
  });
});

describe("repetitions and reminders of the quick add", () => {
  const hijriYear = { every: 1, unit: "hijriYear" };
  it.each([
    ["Pay the rent every month", "Pay the rent", "2026-11-20", { every: 1, unit: "month" }],
    ["Water every 2 days", "Water", "2026-11-20", { every: 2, unit: "day" }],
    ["Report every friday 10:00", "Report", "2026-11-20T07:00:00.000Z", { every: 1, unit: "week" }],
    ["Report every other week tomorrow", "Report", "2026-11-21", { every: 2, unit: "week" }],
    ["Zakat every 1 Ramadan", "Zakat", "2027-02-08", hijriYear],
    ["Renew every 3 march", "Renew", "2027-03-03", { every: 1, unit: "year" }],
    ["زكاة كل ١ رمضان", "زكاة", "2027-02-08", hijriYear],
    ["زكاة كل رمضان", "زكاة", "2027-02-08", hijriYear],
    ["تقرير كل خميس", "تقرير", "2026-11-26", { every: 1, unit: "week" }],
    ["تقرير كل الخميس", "تقرير", "2026-11-26", { every: 1, unit: "week" }],
    ["تقرير كل يوم خميس", "تقرير", "2026-11-26", { every: 1, unit: "week" }],
    ["زكاة كل سنة هجرية", "زكاة", "2026-11-20", hijriYear],
    ["Zakat every hijri year", "Zakat", "2026-11-20", hijriYear],
    ["سقي كل يومين", "سقي", "2026-11-20", { every: 2, unit: "day" }],
    ["نسخ احتياطي أسبوعياً", "نسخ احتياطي", "2026-11-20", { every: 1, unit: "week" }],
    ["Count every box", "Count every box", null, null],
  ])("reads %s", (text, title, dueDate, repeat) => {
    expect(parseQuickAdd(text, clock)).toMatchObject({ title, dueDate, repeat });
  });

  it.each([
    ["Call tomorrow 10:00 remind 9:00", "Call", "2026-11-21T06:00:00.000Z"],
    ["Call tomorrow 10:00 remind me an hour before", "Call", "2026-11-21T06:00:00.000Z"],
    ["Call tomorrow 10:00 remind me 30 min before #issue", "Call", "2026-11-21T06:30:00.000Z"],
    ["remind me tomorrow to call", "to call", "2026-11-21T06:00:00.000Z"],
    ["Call remind 11:00", "Call", "2026-11-21T08:00:00.000Z"],
    ["اتصل غداً ١٠:٠٠ ذكرني ٩:٠٠", "اتصل", "2026-11-21T06:00:00.000Z"],
    ["اتصل غداً ١٠:٠٠ ذكرني قبل ساعتين", "اتصل", "2026-11-21T05:00:00.000Z"],
    ["Call tomorrow remind an hour before", "Call remind an hour before", null],
    ["Remind the dairy", "Remind the dairy", null],
  ])("is reminded by %s", (text, title, remindAt) => {
    expect(parseQuickAdd(text, clock)).toMatchObject({ title, remindAt });
  });
});
