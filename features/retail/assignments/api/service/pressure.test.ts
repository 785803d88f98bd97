import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { inTransaction } from "#api/context.ts";
import type { GoodRow } from "#api/importer.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import type { ImportedAssignment, ImportedTerms } from "#features/retail/assignments/import/api/importRows.ts";
import { writeAssignmentRows } from "#features/retail/assignments/import/api/importWrites.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { call } from "#web/call.ts";

// Withdrawing trust waits for running transactions that rely on it, but always succeeds in the end.

const app = await testApi([assignmentsFeature, certificatesFeature, retailersFeature]);
afterAll(app.close);
const made = market(app.db);
const { actor, transport } = await app.signIn("Aisyah", [
  "assignments.read",
  "assignments.update",
  "certificates.read",
  "certificates.suspend",
  "retailers.read",
]);

async function world() {
  const { certificate, products } = await made.certified(5);
  const type = await made.type();
  const retailerIds = [
    await made.retailer({ retailer_type_id: type }),
    await made.retailer({ retailer_type_id: type }),
  ];
  return { certificate, products, retailerIds };
}
type World = Awaited<ReturnType<typeof world>>;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

async function assign({ products, retailerIds }: World): Promise<string> {
  const change = {
    kind: "assign",
    target: { retailerIds, products: { ids: products } },
    blocked: "leave_out",
  } as const;
  return codeOf(
    call(transport, assignments.preview, { change, lines: 0 }).then(({ fingerprint }) =>
      call(transport, assignments.apply, { change, fingerprint }),
    ),
  );
}

/** Like the screen: repeats a busy preview, and if it is out of date, the user confirms the new one. */
async function suspend({ certificate: id }: World): Promise<string> {
  const reason = "The register says so";
  for (;;) {
    const outcome = await codeOf(
      call(transport, certificates.previewImpact, { id, step: "suspend" }).then(({ fingerprint }) =>
        call(transport, certificates.suspend, { id, version: 1, reason, fingerprint }),
      ),
    );
    if (outcome !== "preview_stale" && outcome !== "preview_busy") return outcome;
  }
}

const activeUnder = ({ products }: World) =>
  rowsOf(
    app.db,
    sql`select id from assignments where status = 'active' and product_id = any(${`{${products.join(",")}}`}::uuid[])`,
  );

test("a certificate is suspended while other users assign products under it, and none of those assignments stays active", async () => {
  for (let pair = 0; pair < 8; pair++) {
    const here = await world();
    const [suspended, ...assigned] = await Promise.all([suspend(here), assign(here), assign(here), assign(here)]);
    expect(suspended).toBe("done");
    for (const outcome of assigned) expect(["done", "preview_stale", "preview_busy"]).toContain(outcome);
    expect(await activeUnder(here)).toEqual([]);
  }
  expect(app.logged.filter(({ event }) => event === "fault")).toEqual([]);
});

test("transactions that pause and transactions that activate wait for each other without a deadlock", () => {
  expect(app.logged.filter(({ event }) => event === "transaction aborted")).toEqual([]);
});

const terms: ImportedTerms = {
  priceMinor: null,
  currency: null,
  stockStatus: "unknown",
  cashbackMode: "inherit",
  cashbackBps: null,
  cashbackFixedMinor: null,
  cashbackCapMinor: null,
  consumerCapPerMonth: null,
  retailerSku: null,
  shelfUrl: null,
};

// PGlite has one connection, so an import ends before anything else starts.
test.runIf(app.engine === "postgres")(
  "a long import does not delay the suspension of a certificate, and what it activated is reevaluated",
  async () => {
    const here = await world();
    const rows = here.products.map(
      (productId, place): GoodRow<ImportedAssignment> => ({
        rowNumber: place + 2,
        outcome: "new",
        values: {
          productId,
          retailerId: here.retailerIds[0]!,
          locationId: null,
          before: null,
          terms,
          proofId: here.certificate,
        },
      }),
    );
    await inTransaction({ ...app.api.systemContext(), actor, permission: "assignments.update" }, async (inner) => {
      await writeAssignmentRows(inner, rows, { fileName: "shelf.csv" });
      expect(await suspend(here)).toBe("done");
    });
    expect(await activeUnder(here)).toHaveLength(rows.length);
    await app.runJobs();
    expect(await activeUnder(here)).toEqual([]);
  },
);
