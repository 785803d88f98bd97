import { describe, expect, test } from "vitest";
import {
  type CardFields,
  cardsAsCsv,
  cardsOfCsv,
  isVCard,
  readVCards,
  writeVCards,
} from "#demos/contacts/rules/vcard.ts";

const amal: CardFields = {
  name: "أمل",
  lastName: "Haddad; the younger",
  nickname: "",
  company: "Baqala, Nour",
  jobTitle: "Owner",
  email: "amal@baqala.example",
  phone: "+44 1632 960110",
  address: "12 Melton Road, Leicester",
  birthday: "1986-05-23",
  notes: `Two lines\nand a very long one, ${"هذا نص طويل ".repeat(12)}end`,
};

describe("a vCard", () => {
  test("that was written is read back without loss, in lines of at most 75 bytes", () => {
    const text = writeVCards([amal, { ...amal, name: "B", lastName: "" }]);
    expect(isVCard(text)).toBe(true);
    for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(readVCards(text)).toEqual([amal, { ...amal, name: "B", lastName: "" }]);
  });

  test("of version 2.1 has names in quoted-printable over two lines", () => {
    const text =
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=D8=A3=D9=85=\r\n=D9=84;;;\r\nTEL;CELL:07700 900123\r\nEND:VCARD\r\n";
    expect(readVCards(text)).toMatchObject([{ name: "أمل", lastName: "", phone: "07700 900123" }]);
  });

  test("of version 4.0 has groups, links as values and a compact birthday", () => {
    const text =
      "BEGIN:VCARD\nVERSION:4.0\nFN:Omar Benali\nitem1.EMAIL;PREF=1:mailto:omar@noor.example\nEMAIL:other@noor.example\n" +
      "TEL;VALUE=uri:tel:+44-1632-960122\nORG:Noor;Sales\nADR;TYPE=work:;;12 High\n Street;Leicester;;LE1;UK\nBDAY:19761215\nEND:VCARD";
    expect(readVCards(text)).toMatchObject([
      {
        name: "Omar Benali",
        email: "omar@noor.example",
        phone: "+44-1632-960122",
        company: "Noor",
        address: "12 HighStreet, Leicester, LE1, UK",
        birthday: "1976-12-15",
      },
    ]);
  });

  test("without a name has its company as the name, and a birthday without a year is none", () => {
    const text = "BEGIN:VCARD\nN:;;;;\nFN:\nORG:Safa Halal\nBDAY:--1215\nEND:VCARD";
    expect(readVCards(text)).toMatchObject([{ name: "Safa Halal", birthday: "" }]);
  });
});

test("the file for the import keeps quotes, commas and line breaks, and formulas get their guard back off", () => {
  const odd = { ...amal, company: 'Say "salam"', notes: "one,\r\ntwo" };
  expect(cardsOfCsv(cardsAsCsv([odd]))).toEqual([odd]);
  expect(cardsOfCsv("name,phone\r\nOmar,'+44 1632 960122\r\n")).toMatchObject([
    { phone: "+44 1632 960122", email: "" },
  ]);
});
