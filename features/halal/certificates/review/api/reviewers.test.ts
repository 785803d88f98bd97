import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { changeFrozen, type FrozenRow, setBackFrozen } from "#api/bulkBatches.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { certificateFactory } from "#api/testing/certificateFactory.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { certificatesTable } from "#features/halal/certificates/api/tables.ts";
import { assignmentOf } from "#features/halal/certificates/review/api/reviewers.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";

const { app, reviewer, ready, submit } = await certificateFactory();
afterAll(() => app.close());

test("certificates go back to their earlier reviewers when a bulk assignment is undone, unless these can’t review now", async () => {
  const rights = ["certificates.read", "certificates.verify"];
  const [{ actor: earlier }, { actor: gone }] = [await app.signIn("Earlier", rights), await app.signIn("Gone", rights)];
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select users.id, roles.id, ${app.clock.now}::timestamptz from users, roles
     where users.id in (${earlier.userId}::uuid, ${gone.userId}::uuid) and roles.code = 'halal_reviewer'`);
  const { permission } = certificates.applyAssignment;
  const ctx: Ctx = { ...app.api.systemContext(), actor: reviewer.actor, permission };
  const records: Certificate[] = [];
  for (let number = 0; number < 3; number++) records.push(await submit(await ready()));
  const certificateIds = records.map(({ id }) => id);
  const setReviewer = (id: string, reviewerId: string) =>
    app.db.update(certificatesTable).set({ reviewerId }).where(eq(certificatesTable.id, id));
  await setReviewer(certificateIds[1]!, earlier.userId);
  await setReviewer(certificateIds[2]!, gone.userId);
  const action = await assignmentOf(ctx, { selection: { ids: certificateIds }, reviewerId: reviewer.actor.userId });
  const inBatch = (run: typeof changeFrozen, rows: readonly FrozenRow[]) =>
    inTransaction(ctx, (inner) => run(inner, action as never, rows));
  const results = await inBatch(
    changeFrozen,
    records.map(({ id, version }) => ({ recordId: id, version })),
  );
  expect([...results.values()].map(({ outcome }) => outcome)).toEqual(["changed", "changed", "changed"]);
  await app.db.update(usersTable).set({ status: "disabled" }).where(eq(usersTable.id, gone.userId));
  const left = certificateIds.map((recordId) => {
    const { before = null, leftVersion = null } = results.get(recordId)!;
    return { recordId, version: leftVersion, before };
  });
  const undone = await inBatch(setBackFrozen, left);
  expect(certificateIds.map((id) => undone.get(id)!.outcome)).toEqual(["changed", "changed", "reviewer_unknown"]);
  const reviewers = await app.db
    .select({ id: certificatesTable.id, reviewerId: certificatesTable.reviewerId })
    .from(certificatesTable)
    .where(inArray(certificatesTable.id, certificateIds));
  const reviewersById = new Map(reviewers.map(({ id, reviewerId }) => [id, reviewerId]));
  const expected = [null, earlier.userId, reviewer.actor.userId];
  expect(certificateIds.map((id) => reviewersById.get(id))).toEqual(expected);
});
