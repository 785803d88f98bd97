import { expect, test } from "vitest";
import { searchKey } from "#base/searchKey.ts";
import { dayTexts } from "#web/files/dayTexts.ts";

test("a day is found however a document writes it", () => {
  const texts = dayTexts("2027-03-06").map(searchKey);
  for (const written of ["06 March 2027", "6 March, 2027", "March 6, 2027", "06-Mar-2027", "06/03/2027", "6.3.2027"])
    expect(texts).toContain(searchKey(written));
  for (const written of ["2027-03-06", "6 مارس 2027", "٦ مارس ٢٠٢٧", "27 Ramadan 1448", "27 رمضان 1448"])
    expect(texts).toContain(searchKey(written));
});

test("the American order is left out: it would mark another day", () => {
  expect(dayTexts("2027-03-06").map(searchKey)).not.toContain(searchKey("03/06/2027"));
});
