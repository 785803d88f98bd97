import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { byteOrderMark, csvChunks, csvLine, type CsvValue, guardCell, unguardCell } from "#api/csv.ts";

const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠a", "'=1", "''+1"];
const plain = [
  "Noor",
  "a=b",
  "1-2",
  "a@b.example",
  "'tis",
  "",
  " =1",
  "تمر",
  "5",
  "é",
  '"quoted"',
  "a;b",
  "a,b",
  "a\r\nb",
];

describe("a cell", () => {
  test.each(formulas)("is text if a spreadsheet would run it: %j", (text) => {
    expect(guardCell(text)).toBe(`'${text}`);
    expect(unguardCell(guardCell(text))).toBe(text);
  });

  test.each(plain)("stays as it is if it is text already: %j", (text) => {
    expect(guardCell(text)).toBe(text);
    expect(unguardCell(text)).toBe(text);
  });

  test("that is a number stays one, also below zero", () => {
    expect(csvLine([0, -5, 12.5, 9007199254740991])).toBe("0,-5,12.5,9007199254740991\r\n");
    expect(csvLine(["-5"])).toBe('"\'-5"\r\n');
  });

  test("is quoted where a reader would split, trim or misread it", () => {
    expect(csvLine(["Noor", "a,b", "a;b", "a\tb", 'say "x"', "a\nb", " x", "x ", "", null, true])).toBe(
      'Noor,"a,b","a;b","a\tb","say ""x""","a\nb"," x","x ",,,true\r\n',
    );
  });
});

async function fileOf(header: readonly string[], batches: CsvValue[][][]) {
  let text = "";
  const source = async function* () {
    yield* batches;
  };
  for await (const chunk of csvChunks(header, source())) text += chunk;
  return text;
}

describe("a file", () => {
  test("begins once with a byte order mark and its header", async () => {
    expect(await fileOf(["a", "b"], [[["1", 2]], [["3", 4]]])).toBe(`${byteOrderMark}a,b\r\n1,2\r\n3,4\r\n`);
    expect(await fileOf(["a", "b"], [[]])).toBe(`${byteOrderMark}a,b\r\n`);
    expect(await fileOf(["a", "b"], [])).toBe(`${byteOrderMark}a,b\r\n`);
  });

  test("holds its header back until the first lines are there", async () => {
    const failing = async function* (): AsyncGenerator<CsvValue[][]> {
      yield await Promise.reject(new Error("away"));
    };
    await expect(csvChunks(["a"], failing()).next()).rejects.toThrow("away");
  });

  test("opened in another reader has no formula and no broken cell, and returns every text", async () => {
    const texts = [...formulas, ...plain, ...formulas.map((text) => `${text}",\r\n=2`)];
    const file = await fileOf(["text", "number"], [texts.map((text) => [text, -7])]);
    const { data, errors } = Papa.parse<string[]>(file.slice(1), { skipEmptyLines: true });
    expect(errors).toEqual([]);
    const [, ...rows] = data;
    expect(rows.filter((row) => row.length !== 2)).toEqual([]);
    expect(rows.filter(([text]) => /^[=+\-@\t\r\n＝＋－＠]/.test(text!))).toEqual([]);
    expect(rows.map(([text]) => unguardCell(text!))).toEqual(texts);
    expect(new Set(rows.map(([, number]) => number))).toEqual(new Set(["-7"]));
  });
});
