import { sql } from "drizzle-orm";
import { Refusal } from "#base/refusal.ts";
import type { Feature } from "#api/serve.ts";
import { pdf } from "#api/testing/pdfBytes.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { filesFeature } from "#features/platform/files/api/routes.ts";
import { files } from "#features/platform/files/contract.ts";
import { call, type Transport } from "#web/call.ts";

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome: unknown = await work.then(
    () => "no refusal",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}

export const at = ({ id, version }: Certificate) => ({ id, version });
export const line = (name: string, gtin: string | null = null) => ({ id: newId(), name, brand: null, gtin });

// The events that the handler below received. Like that of assignments, it returns side effects.
const heard: { type: string; products: readonly string[] }[] = [];
const listener: Feature = {
  routes: [],
  eventHandlers: [
    {
      types: [
        "certificate.verified",
        "certificate.suspended",
        "certificate.reinstated",
        "certificate.withdrawn",
        "certificate.scope_reduced",
        "certificate.superseded",
        "certificate.expired",
      ],
      follow: async (ctx, events) => {
        for (const { type, concerns } of events) heard.push({ type, products: concerns?.products ?? [] });
        const result = await ctx.db.execute(
          sql`select count(*)::int as count from certificate_products where status = 'listed'`,
        );
        const { count } = (result as { rows: { count: number }[] }).rows[0]!;
        return [{ resource: "assignments", verb: "paused", count, facts: { retailers: 2 } }];
      },
    },
  ],
};

const ids = { body: newId(), standard: newId(), brand: newId(), otherBrand: newId() };
const productIds = { dates: newId(), ghee: newId(), syrup: newId() };
const writerRights = [
  "certificates.read@scope",
  "certificates.create@scope",
  "certificates.update@scope",
  "certificates.submit@scope",
  "certificates.delete@scope",
  "products.read@scope",
  "certificates.export@scope",
];
const reviewerRights = [
  "certificates.read",
  "certificates.update",
  "certificates.verify",
  "certificates.suspend",
  "certificates.withdraw",
  "certificates.create",
  "certificates.submit",
  "products.read",
];

/**
 * An app with a certifier, a standard, two brands and three products, and the users who write and who verify
 * certificates.
 */
export async function certificateFactory(further: readonly Feature[] = []) {
  const app = await testApi([
    certificatesFeature,
    filesFeature(certificatesFeature.filePurposes ?? []),
    listener,
    ...further,
  ]);
  await insertReferences(app);
  const brandsTeam = (await app.signIn("Brand's manager", writerRights, [{ kind: "brand", target: ids.brand }]))
    .transport;
  const reviewer = await app.signIn("Reviewer", reviewerRights);
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${reviewer.actor.userId}::uuid, id, ${app.clock.now}::timestamptz from roles where code = 'halal_reviewer'`);
  const { transport } = reviewer;
  return { app, brandsTeam, reviewer, writerRights, heard, ids, productIds, ...hands(brandsTeam, transport) };
}

async function insertReferences(app: TestApi): Promise<void> {
  const now = app.clock.now;
  await app.db.execute(sql`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, registry_lookup_template, certificate_no_pattern,
                                   renewal_from_days, renewal_to_days, status, words, created_at, updated_at)
    values (${ids.body}, 'WHA', 'Wadi Halal Authority', 'wadi', 'AE', 'private', 'https://registry.example.org/?no={number}',
            'DEMO-.+', 180, 90, 'active', 'wha', ${now}::timestamptz, ${now}::timestamptz)`);
  await app.db.execute(sql`
    insert into halal_standards (id, code, edition, title, owner, status, created_at, updated_at)
    values (${ids.standard}, 'GSO 2055-1', '2015', 'Halal food', 'GSO', 'active', ${now}::timestamptz, ${now}::timestamptz)`);
  for (const [id, name] of [
    [ids.brand, "Bustan Nour"],
    [ids.otherBrand, "Other Foods"],
  ] as const)
    await app.db.execute(sql`
      insert into brands (id, name, name_key, sort_key, words, country, contact_email, status, created_at, updated_at)
      values (${id}, ${name}, lower(${name}), lower(${name}), lower(${name}), 'AE', 'halal@brand.example', 'draft',
              ${now}::timestamptz, ${now}::timestamptz)`);
  for (const [id, name, arabic, gtin] of [
    [productIds.dates, "Medjool Dates 1 kg", "تمر مجهول", "09521000000018"],
    [productIds.ghee, "Pure Ghee 500 g", "سمن خالص", "09521000000025"],
    [productIds.syrup, "Date Syrup 400 g", "دبس التمر", null],
  ] as const)
    await app.db.execute(sql`
      insert into products (id, brand_id, name, sort_key, name_i18n, gtin, status, words, created_at, updated_at)
      values (${id}, ${ids.brand}, ${name}, lower(${name}), jsonb_build_object('ar', ${arabic}::text), ${gtin}::text,
              'draft', lower(${name}) || ' ' || ${arabic}, ${now}::timestamptz, ${now}::timestamptz)`);
}

/** Short names for the actions of both teams. */
function hands(brandsTeam: Transport, reviewers: Transport) {
  let made = 0;
  const complete = () => ({
    id: newId(),
    bodyId: ids.body,
    certificateNo: `DEMO-25-${++made}`,
    holderType: "brand" as const,
    holderBrandId: ids.brand,
    holderName: "Bustan Nour",
    holderCountry: "AE",
    standardIds: [ids.standard],
    issuedOn: "2026-03-07",
    validFrom: "2026-03-07",
    expiresOn: "2027-03-06",
    timezone: "Asia/Dubai",
  });
  const create = (fields: object = {}, who = brandsTeam): Promise<Certificate> =>
    call(who, certificates.create, { ...complete(), ...fields });
  const get = (id: string, who = reviewers) => call(who, certificates.get, { id });
  async function upload(mark: string, who = brandsTeam): Promise<string> {
    const id = newId();
    await call(who, files.upload, {
      id,
      purpose: "certificateDocument",
      name: `${mark}.pdf`,
      bytes: pdf({ trailer: `/Mark (${mark})` }),
    });
    return id;
  }
  const show = async (certificate: Certificate, mark: string, who = brandsTeam) =>
    call(who, certificates.setDocuments, {
      ...at(certificate),
      documents: [{ fileId: await upload(mark, who), kind: "certificate", language: "en" }],
    });

  /** A draft with a document and two matched lines. */
  async function ready(fields: object = {}): Promise<Certificate> {
    const draft = await show(await create(fields), `certificate ${++made}`);
    const lines = [line("Medjool Dates 1 kg", "09521000000018"), line("Ghee")];
    const listed = await call(brandsTeam, certificates.addLines, { ...at(draft), lines });
    const links = [
      { lineId: lines[0]!.id, productId: productIds.dates },
      { lineId: lines[1]!.id, productId: productIds.ghee },
    ];
    return call(brandsTeam, certificates.linkLines, { ...at(listed), links });
  }
  const submit = (certificate: Certificate) => call(brandsTeam, certificates.submit, at(certificate));
  const verify = (certificate: Certificate, fields: object = {}) =>
    call(reviewers, certificates.verify, {
      ...at(certificate),
      method: "document",
      evidenceLevel: "document_only",
      nextCheckDueOn: "2026-12-19",
      ...fields,
    });
  const verified = async (fields: object = {}) => verify(await submit(await ready(fields)));
  const preview = (certificate: Certificate, step: "suspend" | "withdraw" | "reduceScope", lineIds?: string[]) =>
    step === "withdraw"
      ? call(reviewers, certificates.previewWithdrawal, { id: certificate.id })
      : call(reviewers, certificates.previewImpact, { id: certificate.id, step, ...(lineIds ? { lineIds } : {}) });
  async function take(certificate: Certificate, step: "suspend" | "withdraw") {
    const { fingerprint } = await preview(certificate, step);
    return call(reviewers, certificates[step], {
      ...at(certificate),
      reason: "The register says so",
      fingerprint,
    });
  }
  const actionsOf = async (id: string) =>
    (await call(reviewers, certificates.activity, { id, limit: 100 })).events.map(({ action }) => action);
  return { complete, create, get, upload, show, ready, submit, verify, verified, preview, take, actionsOf };
}
