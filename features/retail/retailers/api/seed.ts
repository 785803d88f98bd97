import { isGln } from "#base/checkDigit.ts";
import { uuidv7 } from "#base/ids.ts";
import { addMs, dayMs } from "#base/time.ts";
import { addDays } from "#base/days.ts";
import type { Ctx } from "#api/context.ts";
import { changeRetailerStatus } from "#features/retail/retailers/chains/api/transitions.ts";
import { today } from "#features/retail/retailers/record/api/day.ts";
import { readRetailer, retailerStore } from "#features/retail/retailers/record/api/store.ts";
import { saveContact } from "#features/retail/retailers/contacts/api/contacts.ts";
import { addDocument, decideDocument, decideKyc } from "#features/retail/retailers/kyc/api/documents.ts";
import { saveClosures, saveHours } from "#features/retail/retailers/hours/api/hours.ts";
import { saveLocation } from "#features/retail/retailers/locations/api/locations.ts";
import { readOsmHours } from "#features/retail/retailers/hours/api/osmHours.ts";
import { type SampleRetailer, sampleRetailers } from "#features/retail/retailers/samples/api/samples.ts";
import type { RetailerStatus } from "#features/retail/retailers/record/contract.ts";
import { retailerFields } from "#features/retail/retailers/record/fields.ts";
import { requiredDocuments } from "#features/retail/retailers/kyc/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

/** The sample retailers of domain 6, each through the steps that people would take. The same rows in every new database. */
export async function seedRetailers(ctx: Ctx): Promise<void> {
  const types = new Map([...(await retailerTypesById(ctx)).values()].map((type) => [type.code, type]));
  const idsByName = new Map<string, string>();
  for (const [place, sample] of sampleRetailers.entries()) {
    const then = { ...ctx, now: addMs(ctx.now, (place - sampleRetailers.length) * 17 * dayMs) };
    const type = types.get(sample.type);
    if (type === undefined) throw new Error(`no sample type ${sample.type}`);
    const [id, ...partIds] = idsFor(then, place);
    idsByName.set(sample.values.tradingName, id!);
    const parentId = idsByName.get(sample.chain ?? "") ?? null;
    const { gln = null } = sample.values;
    if (gln !== null && !isGln(gln)) throw new Error(`${sample.values.tradingName} has a wrong GLN`);
    const values = { ...retailerFields.empty, ...sample.values, retailerTypeId: type.id, parentId };
    await retailerStore.insert(then, [{ id: id!, values }]);
    await enterParts(then, sample, { id: id!, partIds, documentTypes: requiredDocuments[type.kycLevel] });
    await walk(then, sample, id!);
  }
}

type RecordVersion = { readonly id: string; readonly version: number };
type SampleParts = {
  readonly id: string;
  readonly partIds: string[];
  readonly documentTypes: (typeof requiredDocuments)["full"];
};

async function enterParts(
  ctx: Ctx,
  sample: SampleRetailer,
  { id, partIds, documentTypes }: SampleParts,
): Promise<void> {
  const next = () => partIds.shift()!;
  const current = async (): Promise<RecordVersion> => ({ id, version: (await readRetailer(ctx, id)).version });
  const locationIds: string[] = [];
  for (const { phone = null, ...place } of sample.places) {
    const locationId = next();
    locationIds.push(locationId);
    const rest = { addressLine2: null, region: null, country: null, timezone: null, gln: null } as const;
    const values = { ...place, ...rest, phone, isPrimary: locationIds.length === 1, status: "open" as const };
    await saveLocation(ctx, { ...(await current()), locationId, ...values });
  }
  if (locationIds.length > 0) await saveHours(ctx, { ...(await current()), locationIds, spans: spansOf(sample) });
  if (sample.hasJumuah) {
    const jumuah = { kind: "weekly", weekday: 5, from: "12:30", to: "14:00", reason: "Jumu’ah" } as const;
    await saveClosures(ctx, { ...(await current()), closures: [{ id: next(), locationId: null, ...jumuah }] });
  }
  const contact = { name: sample.contact, role: null, email: `contact-${id.slice(-4)}@example.com`, phone: null };
  await saveContact(ctx, {
    ...(await current()),
    contactId: next(),
    ...contact,
    isPrimary: true,
    notify: ["status", "halal"],
  });
  if (sample.kyc === "not_started") return;
  for (const type of documentTypes) {
    const documentId = next();
    const document = {
      type,
      fileId: null,
      number: `DEMO-${id.slice(-6).toUpperCase()}`,
      issuedOn: addDays(today(ctx), -90),
    };
    await addDocument(ctx, { ...(await current()), documentId, ...document, expiresOn: addDays(today(ctx), 730) });
    if (sample.kyc === "verified")
      await decideDocument(ctx, { ...(await current()), documentId, decision: "accepted" });
  }
  if (sample.kyc === "in_review") return;
  const reason = sample.kyc === "rejected" ? { reason: sample.reason! } : {};
  await decideKyc(ctx, { ...(await current()), decision: sample.kyc, ...reason });
}

const spansOf = ({ hours, ramadanHours }: SampleRetailer) => [
  ...(readOsmHours(hours) ?? []),
  ...(readOsmHours(ramadanHours ?? "") ?? []).map((span) => ({ ...span, season: "ramadan" as const })),
];

const ways: Readonly<Record<RetailerStatus, readonly RetailerStatus[]>> = {
  draft: [],
  submitted: ["submitted"],
  changes_requested: ["submitted", "changes_requested"],
  rejected: ["submitted", "rejected"],
  active: ["submitted", "active"],
  suspended: ["submitted", "active", "suspended"],
  closed: ["submitted", "active", "suspended", "closed"],
};

async function walk(ctx: Ctx, { status, reason = "" }: SampleRetailer, id: string): Promise<void> {
  for (const [day, to] of ways[status].entries()) {
    const then = { ...ctx, now: addMs(ctx.now, (day + 1) * dayMs) };
    const { version } = await readRetailer(then, id);
    await changeRetailerStatus(then, { id, version, to, ...(reason === "" ? {} : { reason }) });
  }
}

// More than any sample has parts.
const idsPerSample = 12;

/** Spread over all 16 bytes, so that the ids look like what they are; but always the same. */
function idsFor(ctx: Ctx, place: number): string[] {
  let state = place * 7919 + 77;
  const bytes = () => Uint8Array.from({ length: 16 }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8);
  return Array.from({ length: idsPerSample }, () => uuidv7(Date.parse(ctx.now), bytes()));
}
