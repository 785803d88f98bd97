import { describe, expect, test } from "vitest";
import {
  birthdaysFrom,
  dialled,
  initialOf,
  nameSortKey,
  nextBirthday,
  sortedInitials,
  whatsAppLink,
} from "#demos/contacts/rules.ts";

const named = (name: string, lastName: string | null = null) => ({ name, lastName });

describe("the index of names", () => {
  test.each([
    ["Élodie", "E"],
    ["أمل", "ا"],
    ["آمنة", "ا"],
    ["İpek", "I"],
    ["3M", "#"],
    ["…", "#"],
  ])("%s is under %s", (name, letter) => {
    expect(initialOf(named(name))).toBe(letter);
  });

  test("begins with the reader's own alphabet, and ends with everything that is not a letter", () => {
    const initials = ["#", "ب", "Z", "A", "ا"];
    expect(sortedInitials(initials, "en")).toEqual(["A", "Z", "ا", "ب", "#"]);
    expect(sortedInitials(initials, "ar")).toEqual(["ا", "ب", "A", "Z", "#"]);
  });

  test("orders by the whole name, whatever its accents and vowel marks", () => {
    expect(nameSortKey(named("Élodie", "Traoré"))).toBe("elodie traore");
    expect(nameSortKey(named("مُحَمَّد"))).toBe(nameSortKey(named("محمد")));
  });
});

describe("a phone number", () => {
  test.each([
    ["+44 (0)1632 960110 ext. 4", "tel:+441632960110", "https://wa.me/441632960110"],
    ["٠٠٩٦٦ ٥٥ ٥٠٠ ٠١٠٦", "tel:00966555000106", "https://wa.me/966555000106"],
    ["01632 960141", "tel:01632960141", null],
    [null, null, null],
  ])("%s is called as %s and written to as %s", (phone, call, message) => {
    expect([dialled(phone), whatsAppLink(phone)]).toEqual([call, message]);
  });
});

describe("birthdays", () => {
  test("come next in this year or in the next one, and after 29 February on 1 March", () => {
    expect(nextBirthday("1984-11-28", "2026-11-28")).toBe("2026-11-28");
    expect(nextBirthday("1984-11-27", "2026-11-28")).toBe("2027-11-27");
    expect(nextBirthday("1984-02-29", "2026-11-28")).toBe("2027-03-01");
    expect(nextBirthday("1984-02-29", "2027-12-01")).toBe("2028-02-29");
  });

  test("of the coming days reach into the next year, and take along those of leap days", () => {
    const days = birthdaysFrom("2026-12-20");
    expect([days[0], days.at(-1), days.length]).toEqual(["12-20", "01-19", 31]);
    expect(birthdaysFrom("2027-02-20")).toContain("02-29");
    expect(birthdaysFrom("2027-03-02")).not.toContain("02-29");
  });
});
