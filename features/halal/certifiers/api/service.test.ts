import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import type { DomainEvent } from "#base/eventTypes.ts";
import { inTransaction } from "#api/context.ts";
import { seedOnce } from "#api/seed.ts";
import { picture } from "#api/testing/pictureBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { certifiersImporter, recognitionsImporter, standardsImporter } from "#features/halal/certifiers/api/import.ts";
import { certifiersFeature } from "#features/halal/certifiers/api/routes.ts";
import { certifiers, recognitions, standards } from "#features/halal/certifiers/contract.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { files } from "#features/platform/files/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let transport: Transport;
const reported: DomainEvent[] = [];
const listening = {
  ...certifiersFeature,
  eventHandlers: [
    {
      types: ["certifier.recognition_changed"] as const,
      follow: async (_: unknown, events: readonly DomainEvent[]) => {
        reported.push(...events);
        return [];
      },
    },
  ],
};
const rights = ["read", "create", "update", "export", "import"].map((action) => `certifiers.${action}`);
beforeAll(async () => {
  app = await testApi([listening, filesFeature(listening.filePurposes ?? [])]);
  await seedOnce(app.api.systemContext(), [listening]);
  ({ transport } = await app.signIn("Aisyah", rights));
});
afterAll(() => app.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );
const errorsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: Refusal) => error.errors.map(({ path, code }) => `${path} ${code}`),
  );
const requested = { sort: "acronym", limit: 100, count: "none" } as const;
const bodyNamed = async (acronym: string) =>
  (await call(transport, certifiers.list, requested)).rows.find((row) => row.acronym === acronym)!;
async function upload(purpose: string): Promise<string> {
  const id = newId();
  await call(transport, files.upload, { id, purpose, name: "mark.png", bytes: await picture("png") });
  return id;
}
let made = 0;
const createBody = (fields: object = {}) =>
  call(transport, certifiers.create, {
    id: newId(),
    acronym: `T${++made}`,
    name: "Test Halal Council",
    country: "GB",
    kind: "private",
    ...fields,
  });

describe("a certifying body", () => {
  test("of the samples has sources, and JAKIM its renewal window", async () => {
    const { rows } = await call(transport, certifiers.list, requested);
    expect(rows.length).toBeGreaterThanOrEqual(17);
    for (const { id } of rows) {
      const body = await call(transport, certifiers.get, { id });
      expect(body.sources.length, body.acronym).toBeGreaterThan(0);
    }
    const jakim = await bodyNamed("JAKIM");
    expect(await call(transport, certifiers.get, { id: jakim.id })).toMatchObject({
      renewalFromDays: 180,
      renewalToDays: 90,
      markets: ["MY"],
    });
  });

  test("shows a logo that its author uploaded, and accepts no file of another kind or user", async () => {
    const logoFileId = await upload("certifierLogo");
    const body = await createBody({ logoFileId });
    expect(body.logoFileId).toBe(logoFileId);
    expect((await bodyNamed(body.acronym)).logoFileId).toBe(logoFileId);
    // A file belongs to one record only, and an unknown file to none.
    expect(await errorsOf(createBody({ logoFileId }))).toEqual(["logoFileId file_unknown"]);
    expect(await errorsOf(createBody({ logoFileId: newId() }))).toEqual(["logoFileId file_unknown"]);
    const bare = await call(transport, certifiers.update, { id: body.id, version: body.version, logoFileId: null });
    expect(bare).toMatchObject({ logoFileId: null, version: body.version + 1 });
  });

  test("stores accreditations with their scopes, in order, and logs each change", async () => {
    const accreditation = {
      id: newId(),
      accreditor: "EIAC",
      accreditationNo: null,
      scopeText: "Meat exported to the United Arab Emirates",
      validFrom: "2025-01-01",
      validTo: null,
      withdrawnOn: null,
      withdrawnReason: null,
      sourceUrl: null,
    };
    const other = { ...accreditation, id: newId(), accreditor: "GAC", scopeText: "Food, categories C and D" };
    const body = await createBody({ accreditations: [accreditation, other] });
    expect(body.accreditations).toEqual([accreditation, other]);
    const turned = await call(transport, certifiers.update, {
      id: body.id,
      version: 1,
      accreditations: [other, accreditation],
    });
    expect(turned.accreditations).toEqual([other, accreditation]);
    const unscoped = { ...other, scopeText: "" };
    const wrong = { ...other, validTo: "2024-12-31" };
    const update = (accreditations: object[]) =>
      errorsOf(call(transport, certifiers.update, { id: body.id, version: 2, accreditations } as never));
    expect((await update([unscoped]))[0]).toContain("accreditations.0.scopeText");
    expect(await update([wrong])).toEqual(["accreditations.0.validTo ends_before_it_begins"]);
    const { events } = await call(transport, certifiers.activity, { id: body.id, limit: 10 });
    expect(events.map(({ action }) => action)).toEqual(["update", "create"]);
    expect(await codeOf(createBody({ accreditations: [accreditation] }))).toBe("certifier_id_taken");
    const another = { id: (await createBody()).id, version: 1, accreditations: [other] };
    expect(await codeOf(call(transport, certifiers.update, another))).toBe("certifier_id_taken");
  });

  test.each([
    [{ registryLookupTemplate: "https://body.example/all" }, ["registryLookupTemplate template_without_number"]],
    [{ registryLookupTemplate: "http://body.example/{number}" }, ["registryLookupTemplate template_address"]],
    [{ certificateNoPattern: "[A-Z" }, ["certificateNoPattern pattern_invalid"]],
    [{ certificateNoPattern: "(a+)+b" }, ["certificateNoPattern pattern_too_free"]],
    [{ renewalFromDays: 180 }, ["renewalToDays renewal_half"]],
    [{ renewalFromDays: 90, renewalToDays: 180 }, ["renewalToDays renewal_order"]],
    [{ registryLookupTemplate: "https://body.example/?no={number}", certificateNoPattern: "ID\\d{17}" }, []],
  ])("%j is reported at its field", async (fields, errors) => {
    expect(await errorsOf(createBody(fields))).toEqual(errors);
  });

  test("has an acronym that is unique in its country until it is archived", async () => {
    const body = await createBody({ acronym: "ONE" });
    expect(await codeOf(createBody({ acronym: "one" }))).toBe("duplicate_body");
    expect(await codeOf(createBody({ acronym: "ONE", country: "FR" }))).toBe("done");
    const archive = { id: body.id, version: 1, to: "archived" as const };
    expect(await call(transport, certifiers.changeStatus, archive)).toMatchObject({ status: "archived", version: 2 });
    expect(await codeOf(call(transport, certifiers.update, { id: body.id, version: 2, name: "Another" }))).toBe(
      "certifier_archived",
    );
    expect(await codeOf(createBody({ acronym: "ONE" }))).toBe("done");
    const restore = { ...archive, version: 2, to: "active" as const };
    expect(await codeOf(call(transport, certifiers.changeStatus, restore))).toBe("duplicate_body");
  });

  test("is imported from a file, and its export imports without changes", async () => {
    const { actor } = await app.signIn("Omar", rights);
    const ctx = { ...app.api.systemContext(), actor, permission: certifiers.importTemplate.permission };
    const run = () => ({ claims: new Map<string, number>(), released: new Set<string>(), choices: {} });
    const row = (rowNumber: number, cells: Record<string, string>) => ({ rowNumber, cells, faults: [] });
    const checked = await certifiersImporter.check(
      ctx,
      [
        row(2, { acronym: "NEW", name: "New Halal Body", country: "de", renewalFromDays: "120", renewalToDays: "30" }),
        row(3, {
          acronym: "jakim",
          country: "MY",
          name: "Jabatan Kemajuan Islam Malaysia",
          typicalValidityMonths: "24",
        }),
        row(4, { acronym: "NEW", name: "Again", country: "DE" }),
        row(5, { acronym: "BAD", name: "Bad", country: "XX", renewalFromDays: "soon" }),
      ],
      run(),
    );
    expect(checked.map(({ outcome }) => outcome)).toEqual(["new", "update", "bad", "bad"]);
    const good = checked.flatMap((each) => (each.outcome === "bad" ? [] : [each]));
    await inTransaction(ctx, (inner) => certifiersImporter.write(inner, good, { fileName: "bodies.csv" }));
    expect(await bodyNamed("NEW")).toMatchObject({ country: "DE", renewalFromDays: 120 });
    const jakim = await call(transport, certifiers.get, { id: (await bodyNamed("jakim")).id });
    expect(jakim).toMatchObject({ typicalValidityMonths: 24, renewalFromDays: 180, version: 2 });
    const text = await (await download(transport, certifiers.exportCsv, { ...requested, limit: 25 })).text();
    expect(text).toContain("NEW,New Halal Body,,DE,private");
  });
});

describe("a standard", () => {
  test("is identified by code and edition", async () => {
    const values = {
      code: "XS 1",
      edition: "2020",
      title: "Test",
      titleI18n: {},
      owner: "X",
      scope: null,
      sourceUrl: null,
    };
    const standard = await call(transport, standards.create, { id: newId(), ...values });
    expect(await codeOf(call(transport, standards.create, { id: newId(), ...values, code: "xs 1" }))).toBe(
      "duplicate_standard",
    );
    const newer = { ...values, id: newId(), edition: "2024" };
    expect(await codeOf(call(transport, standards.create, newer))).toBe("done");
    expect(await codeOf(call(transport, standards.create, newer))).toBe("done");
    const changed = { id: standard.id, version: 1, titleI18n: { ar: "تجربة" } };
    expect(await call(transport, standards.update, changed)).toMatchObject({ version: 2, titleI18n: { ar: "تجربة" } });
    expect(await codeOf(call(transport, standards.update, changed))).toBe("version_conflict");
    const found = await call(transport, standards.list, { sort: "code", limit: 25, count: "none", search: "gso 2055" });
    expect(found.rows.map(({ code }) => code)).toEqual(["GSO 2055-1", "GSO 2055-2", "GSO 2055-4"]);
  });

  test("is imported by code and edition, and its export imports without changes", async () => {
    const { actor } = await app.signIn("Umar", rights);
    const ctx = { ...app.api.systemContext(), actor, permission: standards.importTemplate.permission };
    const run = () => ({ claims: new Map<string, number>(), released: new Set<string>(), choices: {} });
    const row = (rowNumber: number, cells: Record<string, string>) => ({ rowNumber, cells, faults: [] });
    const checked = await standardsImporter.check(
      ctx,
      [
        row(2, { code: "YS 7", edition: "2024", title: "Sample", titleAr: "عيّنة", owner: "Sample Standards" }),
        row(3, { code: "gso 2055-1", edition: "2015", titleAr: "المتطلبات العامة" }),
        row(4, { code: "YS 7", edition: "2024", title: "Again", owner: "Sample Standards" }),
        row(5, { code: "YS 8", edition: "", title: "", owner: "Sample Standards", sourceUrl: "ftp://x" }),
        row(6, { code: "YS 8", edition: "", title: "Undated", titleI18n: "{", owner: "Sample Standards" }),
        row(7, { code: "SJPH", edition: "" }),
      ],
      run(),
    );
    expect(checked.map(({ outcome }) => outcome)).toEqual(["new", "update", "bad", "bad", "bad", "unchanged"]);
    expect(checked.slice(2, 5)).toMatchObject([
      { problems: [{ field: "code", code: "same_as_row", params: { row: 2 } }] },
      {
        problems: [
          { field: "title", code: "required" },
          { field: "sourceUrl", code: "https_url" },
        ],
      },
      { problems: [{ field: "titleI18n", code: "not_json" }] },
    ]);
    const good = checked.flatMap((each) => (each.outcome === "bad" ? [] : [each]));
    await inTransaction(ctx, (inner) => standardsImporter.write(inner, good, { fileName: "standards.csv" }));
    const byCode = { sort: "code", limit: 25, count: "none" } as const;
    const [gso] = (await call(transport, standards.list, { ...byCode, search: "gso 2055-1" })).rows;
    expect(gso).toMatchObject({ version: 2, titleI18n: { ar: "المتطلبات العامة" } });
    expect((await call(transport, standards.activity, { id: gso!.id, limit: 1 })).events).toMatchObject([
      { action: "update", reason: "standards.csv:3" },
    ]);
    const columns = ["code", "edition", "title", "titleI18n", "titleAr", "owner", "scope", "sourceUrl"] as const;
    const file = await download(transport, standards.exportCsv, { ...byCode, columns: [...columns] });
    const [header, ...lines] = (await file.text()).replace("\ufeff", "").trim().split(/\r?\n/);
    expect(header).toBe(columns.join(","));
    const plain = lines.filter((line) => !line.includes('"')).map((line) => line.split(","));
    expect(plain.length).toBeGreaterThan(10);
    const again = await standardsImporter.check(
      ctx,
      plain.map((cells, n) => row(n + 2, Object.fromEntries(columns.map((name, place) => [name, cells[place] ?? ""])))),
      run(),
    );
    expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
  });
});

describe("recognition", () => {
  test("of the samples links the authority's page, and is to be confirmed if no one has read that page", async () => {
    const { rows } = await call(transport, recognitions.list, {});
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.sourceUrl, row.market).toMatch(/^https:/);
      expect(row.readOn ?? row.note, row.market).toMatch(/^\d{4}-|to be confirmed/i);
    }
  });

  const recognise = async (acronym: string, fields: object = {}) =>
    call(transport, recognitions.create, {
      id: newId(),
      market: "SA",
      bodyId: (await bodyNamed(acronym)).id,
      recognisedBy: "SFDA",
      scopeText: null,
      validFrom: null,
      validTo: null,
      sourceUrl: null,
      readOn: null,
      note: null,
      ...fields,
    });
  test("of one body by one list never overlaps, and an expired period makes room", async () => {
    const first = await recognise("HFA", { validTo: "2026-06-30" });
    expect(await codeOf(recognise("HFA", { validFrom: "2026-06-30" }))).toBe("recognition_overlaps");
    expect(await codeOf(recognise("HFA", { validFrom: "2026-07-01" }))).toBe("done");
    expect(await codeOf(recognise("HFA", { recognisedBy: "Another list" }))).toBe("done");
    const longer = { id: first.id, version: 1, validTo: "2026-07-01" };
    expect(await codeOf(call(transport, recognitions.update, longer))).toBe("recognition_overlaps");
    expect(await errorsOf(recognise("HMC", { validFrom: "2026-02-02", validTo: "2026-02-01" }))).toEqual([
      "validTo ends_before_it_begins",
    ]);
    expect(await codeOf(recognise("HMC", { bodyId: newId() }))).toBe("body_unknown");
  });

  test.runIf(inject("testDatabase").engine === "postgres")(
    "accepts one of ten overlapping periods that are added at once",
    async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => codeOf(recognise("AVS", { market: "QA", recognisedBy: "List" }))),
      );
      expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(["done", "recognition_overlaps"]));
    },
  );

  test("publishes an event with the products of that body; of every body if a list begins or ends", async () => {
    const [mine, other] = [await certified("HMC"), await certified("IFANCA")];
    reported.length = 0;
    const first = await recognise("HMC", { market: "BH" });
    expect(reported).toHaveLength(1);
    expect(new Set(reported[0]?.concerns?.products)).toEqual(new Set([mine, other]));
    await recognise("HFA", { market: "BH" });
    reported.length = 0;
    await call(transport, recognitions.update, { id: first.id, version: 1, validTo: "2027-01-01" });
    expect(reported[0]?.concerns?.products).toEqual([mine]);
    expect(reported[0]?.payload).toEqual({ market: "BH", productCount: 1 });
    await call(transport, recognitions.remove, { id: first.id, version: 2 });
    expect(reported).toHaveLength(2);
    const { rows } = await call(transport, recognitions.list, {});
    expect(rows.filter(({ market }) => market === "BH")).toHaveLength(1);
  });

  test("is imported from a file that identifies bodies by their acronyms", async () => {
    const { actor } = await app.signIn("Huda", rights);
    const ctx = { ...app.api.systemContext(), actor, permission: recognitions.importTemplate.permission };
    const run = { claims: new Map<string, number>(), released: new Set<string>(), choices: {} };
    const row = (rowNumber: number, cells: Record<string, string>) => ({ rowNumber, cells, faults: [] });
    const checked = await recognitionsImporter.check(
      ctx,
      [
        row(2, {
          market: "kw",
          body: "hmc",
          recognisedBy: "PAI",
          validFrom: "2026-01-01",
          readOn: "2026-11-20",
          note: "Meat alone",
        }),
        row(3, { market: "MY", body: "MUIS", recognisedBy: "JAKIM" }),
        row(4, { market: "KW", body: "NOBODY", recognisedBy: "PAI" }),
        row(5, { market: "KW", body: "HFA", recognisedBy: "PAI", validFrom: "1.1.2026" }),
      ],
      run,
    );
    expect(checked.map(({ outcome }) => outcome)).toEqual(["new", "unchanged", "bad", "bad"]);
    expect(checked[2]).toMatchObject({ problems: [{ field: "body", code: "body_unknown" }] });
    expect(checked[3]).toMatchObject({ problems: [{ field: "validFrom", code: "day" }] });
    const good = checked.flatMap((each) => (each.outcome === "bad" ? [] : [each]));
    await inTransaction(ctx, (inner) => recognitionsImporter.write(inner, good, { fileName: "kw.csv" }));
    const text = await (await download(transport, recognitions.exportCsv, {})).text();
    expect(text).toContain("KW,HMC,PAI,,2026-01-01,,,2026-11-20,Meat alone");
  });
});

/** Creates a product with a verified certificate of this body. */
async function certified(acronym: string): Promise<string> {
  const [brand, product, certificate] = [newId(), newId(), newId()];
  const { id: bodyId } = await bodyNamed(acronym);
  const key = `c${++made}`;
  await app.db.execute(sql`
    insert into brands (id, name, name_key, sort_key, words, status, created_at, updated_at)
    values (${brand}, ${key}, ${key}, ${key}, ${key}, 'draft', now(), now())`);
  await app.db.execute(sql`
    insert into products (id, brand_id, name, sort_key, words, status, gtin, created_at, updated_at)
    values (${product}, ${brand}, 'Lamb', 'lamb', 'lamb', 'draft', ${made % 2 === 0 ? "09521000000018" : "09521000000025"}, now(), now())`);
  const { actor } = await app.signIn("Reviewer", []);
  await app.db.execute(sql`
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_brand_id, holder_name,
                              issued_on, valid_from, expires_on, validity_basis, timezone, state, state_changed_at, verified_at,
                              verified_by, sort_key, words, created_at, updated_at)
    values (${certificate}, ${bodyId}, ${key}, ${key}, 'product', 'brand', ${brand}, 'Holder', '2026-01-01', '2026-01-01',
            '2027-12-31', 'dated', 'Europe/London', 'verified', now(), now(), ${actor.userId}, 'holder', 'holder', now(), now())`);
  await app.db.execute(sql`
    insert into certificate_products (id, certificate_id, product_id, name_on_certificate)
    values (${newId()}, ${certificate}, ${product}, 'Lamb')`);
  return product;
}
