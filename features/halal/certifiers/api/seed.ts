import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { insertRecognition } from "#features/halal/certifiers/api/service/recognitions.ts";
import { decideMarket } from "#features/halal/certifiers/api/service/policies.ts";
import {
  sampleCertifiers,
  samplePolicies,
  sampleRecognitions,
  sampleStandards,
} from "#features/halal/certifiers/api/service/samples.ts";
import { standardStore } from "#features/halal/certifiers/api/service/standards.ts";
import { standardRecord } from "#features/halal/certifiers/contract/standards.ts";
import { certifierStore } from "#features/halal/certifiers/api/store.ts";
import { certifierFields } from "#features/halal/certifiers/fields.ts";

/** The certifying bodies and standards that exist, as far as they are known for certain. The same in every new database. */
export async function seedCertifiers(ctx: Ctx): Promise<void> {
  const now = addMs(ctx.now, -380 * dayMs);
  const then = { ...ctx, now };
  let place = 0;
  const nextId = () => sampleId(addMs(now, place), ++place + 901);
  const idsByAcronym = new Map<string, string>();
  for (const sample of sampleCertifiers) {
    const id = nextId();
    idsByAcronym.set(sample.acronym, id);
    await certifierStore.insert(then, [{ id, values: { ...certifierFields.empty, ...sample } }]);
  }
  const { empty } = standardRecord.description.fields;
  await standardStore.insert(
    then,
    sampleStandards.map((sample) => ({ id: nextId(), values: { ...empty, ...sample } })),
  );
  for (const { acronym, ...sample } of sampleRecognitions) {
    await insertRecognition(then, nextId(), { ...sample, bodyId: idsByAcronym.get(acronym)! });
  }
  for (const { reason, ...decided } of samplePolicies) await decideMarket(then, decided, reason);
}
