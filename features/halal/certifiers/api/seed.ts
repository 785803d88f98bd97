import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { insertBody } from "#features/halal/certifiers/api/service/bodies.ts";
import { insertRecognition } from "#features/halal/certifiers/api/service/recognitions.ts";
import { decideMarket } from "#features/halal/certifiers/api/service/policies.ts";
import {
  sampleBodies,
  samplePolicies,
  sampleRecognitions,
  sampleStandards,
} from "#features/halal/certifiers/api/service/samples.ts";
import { standardStore } from "#features/halal/certifiers/api/service/standards.ts";
import { standardRecord } from "#features/halal/certifiers/contract/standards.ts";
import { emptyBody } from "#features/halal/certifiers/rules.ts";

/** The certifying bodies and standards that exist, as far as they are known for certain. The same in every new database. */
export async function seedCertifiers(ctx: Ctx): Promise<void> {
  const now = addMs(ctx.now, -380 * dayMs);
  const then = { ...ctx, now };
  let place = 0;
  const nextId = () => sampleId(addMs(now, place), ++place + 901);
  const idsByAcronym = new Map<string, string>();
  for (const sample of sampleBodies) {
    const id = nextId();
    idsByAcronym.set(sample.acronym, id);
    await insertBody(then, id, { ...emptyBody, ...sample }, { action: "create" });
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
