import { describe, expect, test } from "vitest";
import {
  customerRefOf,
  inParts,
  isPayable,
  maskedRecipient,
  payableMinor,
  paypalAmount,
  paypalFile,
  readPaypalAmount,
  safeRecipient,
} from "#features/loyalty/wallet/rules/paypal.ts";

const row = (recipient: string, amountMinor: number, currency: string, end: string) => ({
  recipient,
  amountMinor,
  currency,
  customerRef: `PI01JDC8Q7Z5W3K9M2T4X6Y8B0${end}`,
});

describe("a file for PayPal", () => {
  test("has no header, CRLF after each row, and quotes only where they are needed", () => {
    const plain = { decimal: ".", note: "Your cashback from Demo Souk" } as const;
    expect(paypalFile([row("aisyah.demo@example.com", 1250, "GBP", "A1")], plain)).toBe(
      "aisyah.demo@example.com,12.50,GBP,PI01JDC8Q7Z5W3K9M2T4X6Y8B0A1,Your cashback from Demo Souk,PAYPAL\r\n",
    );
    expect(
      paypalFile([row("o'brien,demo@example.com", 10_005, "USD", "A2")], { decimal: ".", note: 'Thanks, "friend"' }),
    ).toBe('"o\'brien,demo@example.com",100.05,USD,PI01JDC8Q7Z5W3K9M2T4X6Y8B0A2,"Thanks, ""friend""",PAYPAL\r\n');
    expect(paypalFile([row("yuki.demo@example.com", 1250, "JPY", "A3")], { decimal: ".", note: "محمد النموذج" })).toBe(
      "yuki.demo@example.com,1250,JPY,PI01JDC8Q7Z5W3K9M2T4X6Y8B0A3,محمد النموذج,PAYPAL\r\n",
    );
    expect(paypalFile([row("hans.demo@example.com", 10_050, "EUR", "A4")], { decimal: ",", note: "" })).toBe(
      'hans.demo@example.com,"100,50",EUR,PI01JDC8Q7Z5W3K9M2T4X6Y8B0A4,,PAYPAL\r\n',
    );
  });

  test("is empty without rows, and loses line breaks of notes", () => {
    expect(paypalFile([], { decimal: ".", note: "" })).toBe("");
    expect(paypalFile([row("a@example.com", 100, "GBP", "A5")], { decimal: ".", note: "one\r\ntwo" })).toContain(
      ",one two,",
    );
  });

  test("has at most 5,000 rows: of 5,001 the last is in a second file", () => {
    expect(inParts(Array.from({ length: 5001 }, (_, place) => place)).map(({ length }) => length)).toEqual([5000, 1]);
    expect(inParts([])).toEqual([]);
  });
});

test("amounts have PayPal’s digits: HUF, JPY and TWD have none", () => {
  expect(paypalAmount(5, "GBP", ".")).toBe("0.05");
  expect(payableMinor(125_099, "HUF")).toBe(125_000);
  expect(paypalAmount(125_000, "HUF", ".")).toBe("1250");
  expect(paypalAmount(1250, "JPY", ",")).toBe("1250");
  expect(payableMinor(12_345, "GBP")).toBe(12_345);
  expect(["AED", "JOD", "KWD", "PKR", "TRY", "IDR"].filter(isPayable)).toEqual([]);
});

test("amounts of a report are read with either decimal sign", () => {
  expect(readPaypalAmount("12.50", "GBP")).toBe(1250);
  expect(readPaypalAmount("-12,50", "EUR")).toBe(1250);
  expect(readPaypalAmount("1,250.00", "USD")).toBe(125_000);
  expect(readPaypalAmount("1.250,5", "EUR")).toBe(125_050);
  expect(readPaypalAmount("1250", "HUF")).toBe(125_000);
  expect(readPaypalAmount("1250.00", "JPY")).toBe(1250);
  expect(readPaypalAmount("12.50", "JPY")).toBeNull();
  expect(readPaypalAmount("twelve", "GBP")).toBeNull();
  expect(readPaypalAmount("12.50", "AED")).toBeNull();
});

describe("a recipient", () => {
  test.each([
    "=a@example.com",
    "+a@example.com",
    "-a@example.com",
    "@example.com",
    "＝a@example.com",
    "a,b@example.com",
  ])("%s is refused", (recipient) => expect(safeRecipient("paypal_email", recipient)).toBeNull());
  test.each(["a\tb@example.com", "a\n@example.com", '"a"@example.com', "a@b", "a b@example.com", "ä@example.com", ""])(
    "%j is refused",
    (recipient) => expect(safeRecipient("paypal_email", recipient)).toBeNull(),
  );
  test("is an email address or a PayerID, and masked", () => {
    expect(safeRecipient("paypal_email", " a.b+c@example.co.uk ")).toBe("a.b+c@example.co.uk");
    expect(safeRecipient("paypal_id", "abcdefgh12345")).toBe("ABCDEFGH12345");
    expect(safeRecipient("paypal_id", "short")).toBeNull();
    expect(maskedRecipient("paypal_email", "aisha@example.com")).toBe("a•••@example.com");
    expect(maskedRecipient("paypal_id", "ABCDEFGH12345")).toBe("•••2345");
  });
});

test("a customer ID has at most 30 characters without spaces, and another for each payment", () => {
  const refs = ["018f6f7e-0000-7000-8000-000000000001", "018f6f7e-0000-7000-8000-000000000002"].map(customerRefOf);
  expect(refs[0]).toMatch(/^PI[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(new Set(refs).size).toBe(2);
});
