import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileRule, scanTypes, pictureSizes, pictureTypes, readFile, uploadFile } from "#base/files.ts";
import type { FilePurpose } from "#api/files.ts";
import { type HostileFile, hostileFiles, mark } from "#api/testing/hostileFiles.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { type Bytes, picture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { pictureTypeOf } from "#features/platform/files/api/service/pictureHeaders.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

// Reliability R22: "0 failed of 71". There are more here, because PDFs can hide more than pictures.

const rules: Readonly<Record<HostileFile["as"], FileRule>> = {
  picture: { purpose: "brandPicture", accepts: pictureTypes, bytesMax: 5_242_880 },
  document: { purpose: "brandDocument", accepts: scanTypes, bytesMax: 20_971_520 },
};
const purposes: FilePurpose[] = Object.values(rules).map((rule) => ({
  rule,
  upload: [brands.update],
  read: [brands.get],
  owners: brandStore.scopedRows,
}));

const corpus = await hostileFiles();
let app: TestApi;
let huda: Transport;
let failed = corpus.length;

beforeAll(async () => {
  app = await testApi([brandsFeature, filesFeature(purposes)], { rateLimits: { upload: 1_000 } });
  ({ transport: huda } = await app.signIn("Huda", ["brands.read", "brands.update"]));
});
afterAll(async () => {
  // oxlint-disable-next-line eslint/no-console -- the figure for R22
  console.log(`hostile files: ${failed} failed of ${corpus.length}`);
  await app.close();
});

test.each(corpus.map((file): [string, HostileFile] => [`${file.as}: ${file.name}`, file]))(
  "%s",
  async (_name, file) => {
    // Whatever its content, it has the correct file name extension.
    const name = file.as === "picture" ? "dates.jpg" : "certificate.pdf";
    const id = newId();
    const sent = call(huda, uploadFile, { id, purpose: rules[file.as].purpose, name, bytes: file.bytes });
    if (file.outcome !== "cleaned") {
      await expect(sent).rejects.toMatchObject({ code: file.outcome.refused });
      await expect(call(huda, readFile, { id, size: "large" })).rejects.toMatchObject({ code: "not_found" });
    } else {
      await expect(sent).resolves.toMatchObject({ kind: "image" });
      for (const size of pictureSizes) {
        const response = await huda(requestFor(readFile, { id, size }));
        const bytes = new Uint8Array(await response.arrayBuffer());
        expect(response.headers.get("content-type")).toBe("image/webp");
        expect(pictureTypeOf(bytes)).toBe("image/webp");
        const text = Buffer.from(bytes).toString("latin1");
        expect(text).not.toContain(mark);
        expect(text).not.toMatch(/EXIF|XMP |ICCP|GPS|<script|<html/);
      }
    }
    failed -= 1;
  },
);

test("never a fault, whichever bytes of a good file are changed", async () => {
  const good: [HostileFile["as"], Bytes][] = [
    ["picture", await picture("jpeg")],
    ["picture", await picture("png")],
    ["picture", await picture("webp")],
    ["document", pdf({ pages: 2 })],
  ];
  let state = 7;
  // Numbers that look random and are the same in every run (the linear congruence of Numerical Recipes).
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const codes = new Set<string>();
  for (let turn = 0; turn < 400; turn++) {
    const [as, bytes] = good[turn % good.length]!;
    const mutated = bytes.slice(0, next(8) === 0 ? next(bytes.length) : bytes.length);
    for (let change = next(6); change >= 0 && mutated.length > 0; change--) mutated[next(mutated.length)] = next(256);
    const sent = call(huda, uploadFile, { id: newId(), purpose: rules[as].purpose, name: "x", bytes: mutated });
    codes.add(await sent.then(() => "taken").catch((error: { code: string }) => error.code));
  }
  expect(codes).not.toContain("internal");
  for (const code of ["taken", "picture_damaged", "document_damaged"]) expect(codes).toContain(code);
});

test("is a corpus of at least the 71 required files, each with a unique name", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(71);
  expect(new Set(corpus.map(({ as, name }) => `${as} ${name}`)).size).toBe(corpus.length);
});

test("none of them caused a fault in the log", () => {
  expect(app.logged.filter(({ event }) => event === "fault")).toEqual([]);
});
