import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { checkDigit } from "#base/checkDigit.ts";
import type { Input } from "#base/contract.ts";
import type { RowScope } from "#base/grants.ts";
import type { DomainEvent } from "#base/eventTypes.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { type Category, categories, type HalalRelevance } from "#features/catalogue/categories/contract.ts";
import { halalRelevances } from "#features/catalogue/categories/fields.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { manyCategories } from "#features/catalogue/categories/contract/bulk.ts";
import { unlessWaiting } from "#web/record/waitsForApproval.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let transport: Transport;
const reported: DomainEvent[] = [];
const listening = {
  ...categoriesFeature,
  eventHandlers: [
    {
      types: ["category.relevance_changed", "product.moved"] as const,
      follow: async (_: unknown, events: readonly DomainEvent[]) => {
        reported.push(...events);
        return [{ resource: "assignments", verb: "paused", count: events.length, facts: { retailers: 2 } }];
      },
    },
  ],
};
const rights = [
  ...["read", "create", "update", "delete", "merge", "export"].map((action) => `categories.${action}`),
  ...decidingPermissions(categoryDecisions),
];

beforeAll(async () => {
  app = await testApi([listening]);
  ({ transport } = await app.signIn("Aisyah", rights));
});
afterAll(() => app.close());

let made = 0;
// For changes that lower the requirements of products.
const reason = "As the standard has it";
type GivenTree = { name?: string; halalRelevance?: HalalRelevance; containsMeat?: boolean; slug?: string };
const add = (parentId: string | null, given: GivenTree = {}): Promise<Category> =>
  call(transport, categories.create, { id: newId(), parentId, name: `Sample ${++made}`, ...given });
const get = (id: string) => call(transport, categories.get, { id });
const move = async (id: string, parentId: string | null, beforeId: string | null = null) =>
  unlessWaiting(
    await call(transport, categories.move, { id, version: (await get(id)).version, parentId, beforeId, reason }),
  );
const change = async (
  id: string,
  fields: { halalRelevance?: HalalRelevance | null; containsMeat?: boolean | null },
): Promise<Category> =>
  unlessWaiting(await call(transport, categories.update, { id, version: (await get(id)).version, reason, ...fields }));
const setRelevance = (id: string, halalRelevance: HalalRelevance | null) => change(id, { halalRelevance });
const manyAtOnce = async (moves: Input<typeof manyCategories.previewMoves>) => {
  const { fingerprint } = await call(transport, manyCategories.previewMoves, moves);
  return call(transport, manyCategories.applyMoves, { ...moves, fingerprint, reason });
};
const chain = async (length: number, parentId: string | null = null): Promise<Category[]> => {
  if (length === 0) return [];
  const top = await add(parentId);
  return [top, ...(await chain(length - 1, top.id))];
};
const rowsOf = async <Row>(query: ReturnType<typeof sql>) => ((await app.db.execute(query)) as { rows: Row[] }).rows;

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome: unknown = await work.then(
    () => "no refusal",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Refusal) => error.code,
  );

let brand: Promise<string> | null = null;
async function brandId() {
  brand ??= (async () => {
    const id = newId();
    await app.db.execute(sql`
      insert into brands (id, name, name_key, sort_key, words, status, created_at, updated_at)
      values (${id}, 'Noor', 'noor', 'noor', 'noor', 'draft', now(), now())`);
    return id;
  })();
  return brand;
}
async function addProduct(
  categoryId: string,
  status: "published" | "draft" | "archived" = "published",
  containsMeat: boolean | null = null,
) {
  const id = newId();
  const digits = `0952100${String(++made).padStart(6, "0")}`;
  const gtin = `${digits}${checkDigit(digits)}`;
  await app.db.execute(sql`
    insert into products (id, brand_id, category_id, name, sort_key, gtin, words, status, contains_meat, created_at,
                          updated_at)
    values (${id}, ${await brandId()}, ${categoryId}, 'Dates', 'dates', ${gtin}, 'dates', ${status}, ${containsMeat}, now(),
            now())`);
  return id;
}

type StoredTree = {
  id: string;
  parentId: string | null;
  depth: number;
  own: HalalRelevance | null;
  holds: string;
  ownMeat: boolean | null;
  holdsMeat: boolean | null;
};
const readAll = () =>
  rowsOf<StoredTree>(sql`select id, parent_id as "parentId", depth, halal_relevance as own, effective_halal_relevance as holds,
                            contains_meat as "ownMeat", effective_contains_meat as "holdsMeat" from categories`);

/**
 * Computes links, depths, inherited values and positions from the parents alone, and compares them with the database.
 */
async function expectWhole() {
  const all = new Map((await readAll()).map((row) => [row.id, row]));
  const links: string[] = [];
  for (const row of all.values()) {
    const above: StoredTree[] = [];
    for (
      let at: StoredTree | undefined = row;
      at !== undefined;
      at = at.parentId === null ? undefined : all.get(at.parentId)
    ) {
      expect(above.length, "a circle").toBeLessThan(5);
      above.push(at);
    }
    links.push(...above.map(({ id }, distance) => `${id} ${row.id} ${distance}`));
    expect([row.id, row.depth, row.holds, row.holdsMeat]).toEqual([
      row.id,
      above.length,
      above.find(({ own }) => own !== null)?.own ?? "required",
      above.find(({ ownMeat }) => ownMeat !== null)?.ownMeat ?? null,
    ]);
  }
  const stored = await rowsOf<{ link: string }>(
    sql`select ancestor_id || ' ' || descendant_id || ' ' || distance as link from category_closure`,
  );
  expect(stored.map(({ link }) => link).sort()).toEqual(links.sort());
  const gaps = await rowsOf(sql`
    select parent_id from (
      select parent_id, position, row_number() over (partition by parent_id order by position) - 1 as place
        from categories) as numbered
     where position <> place`);
  expect(gaps).toEqual([]);
}

describe("the tree", () => {
  test("is consistent after any moves, merges and changes of relevance", async () => {
    const ids: (string | null)[] = [null];
    let state = 7;
    const dice = (sides: number) => (state = (state * 48_271) % 0x7fffffff) % sides;
    const any = () => ids[dice(ids.length)]!;
    for (let turn = 0; turn < 14; turn++)
      await add(any()).then(
        ({ id }) => ids.push(id),
        () => null,
      );
    const outcomes = new Set<string>();
    for (let turn = 0; turn < 60; turn++) {
      const id = ids[1 + dice(ids.length - 1)]!;
      const relevance = [null, ...halalRelevances][dice(4)]!;
      const containsMeat = [null, true, false][dice(3)]!;
      const work =
        turn % 10 === 8
          ? manyAtOnce({ selection: { ids: [id, ids[1 + dice(ids.length - 1)]!] }, parentId: any() })
          : turn % 10 === 9
            ? call(transport, categories.previewMerge, { id, intoId: any() ?? id }).then(async ({ fingerprint }) =>
                call(transport, categories.merge, { id, intoId: any() ?? id, fingerprint }),
              )
            : turn % 3 === 0
              ? change(id, turn % 2 === 0 ? { halalRelevance: relevance } : { containsMeat })
              : move(id, any(), any());
      outcomes.add(await codeOf(work));
    }
    await expectWhole();
    expect([...outcomes]).toEqual(expect.arrayContaining(["done", "category_cycle"]));
  });

  test("has at most five levels, including moved subtrees", async () => {
    const [top, , , fourth] = await chain(4);
    const fifth = await add(fourth!.id);
    expect(fifth.depth).toBe(5);
    expect((await refusalOf(add(fifth.id))).details).toEqual({ maximum: 5 });
    const [pair] = await chain(2);
    expect(await codeOf(move(pair!.id, fourth!.id))).toBe("category_too_deep");
    expect(await codeOf(move(pair!.id, top!.id))).toBe("done");
    await expectWhole();
  });

  test("keeps the given order", async () => {
    const top = await add(null);
    const [a, b, c] = [await add(top.id), await add(top.id), await add(top.id)];
    const orderOf = async () =>
      (await call(transport, categories.tree, { withArchived: false })).rows
        .filter(({ parentId }) => parentId === top.id)
        .map(({ id }) => id);
    expect(await orderOf()).toEqual([a.id, b.id, c.id]);
    await move(c.id, top.id, a.id);
    expect(await orderOf()).toEqual([c.id, a.id, b.id]);
    await move(c.id, top.id);
    await move(a.id, top.id, c.id);
    expect(await orderOf()).toEqual([b.id, a.id, c.id]);
    await expectWhole();
  });

  test.runIf(inject("testDatabase").engine === "postgres")(
    "stays a tree under concurrent moves: of two that would form a cycle, one is refused",
    async () => {
      for (let round = 0; round < 5; round++) {
        const [left, right] = [await chain(2), await chain(2)];
        const outcomes = await Promise.all([
          codeOf(move(left[0]!.id, right[1]!.id)),
          codeOf(move(right[0]!.id, left[1]!.id)),
        ]);
        expect(outcomes.sort()).toEqual(["category_cycle", "done"]);
      }
      const [a, b] = [await chain(3), await chain(3)];
      const deep = await Promise.all([codeOf(move(a[0]!.id, b[1]!.id)), codeOf(add(a[2]!.id)), codeOf(add(b[2]!.id))]);
      expect(deep).toContain("done");
      await Promise.all(Array.from({ length: 8 }, () => codeOf(add(b[0]!.id))));
      await expectWhole();
    },
  );

  test("counts the products of the whole subtree, without archived ones", async () => {
    const [top, below] = await chain(2);
    await addProduct(top!.id);
    await addProduct(below!.id, "draft");
    await addProduct(below!.id, "archived");
    const { rows } = await call(transport, categories.tree, { withArchived: false });
    const countOf = (id: string) => rows.find((row) => row.id === id)?.productCount;
    expect([countOf(top!.id), countOf(below!.id)]).toEqual([2, 1]);
    expect(await get(top!.id)).toMatchObject({ productCount: 2, ownProductCount: 1, childCount: 1 });
    expect(await get(below!.id)).toMatchObject({ productCount: 1, ownProductCount: 2 });
  });
});

describe("halal relevance", () => {
  test("is that of the nearest ancestor that sets it, and a change reports the affected products", async () => {
    const [top, below, last] = await chain(3);
    expect((await get(last!.id)).effectiveHalalRelevance).toBe("required");
    await setRelevance(top!.id, "not_applicable");
    expect(await get(last!.id)).toMatchObject({
      effectiveHalalRelevance: "not_applicable",
      inheritedFrom: { id: top!.id },
    });
    await setRelevance(below!.id, "recommended");
    const product = await addProduct(last!.id);
    await addProduct(last!.id, "draft");
    const requested = { id: below!.id, halalRelevance: null };
    expect(await call(transport, categories.previewRelevance, requested)).toMatchObject({
      categories: 2,
      products: 2,
      newlyRequired: 0,
    });
    await setRelevance(below!.id, null);
    reported.length = 0;
    const preview = await call(transport, categories.previewRelevance, { id: top!.id, halalRelevance: "required" });
    expect(preview).toMatchObject({
      categories: 3,
      products: 2,
      newlyRequired: 1,
      consequences: [{ resource: "assignments", verb: "paused", count: 3, facts: { retailers: 2 } }],
    });
    // Only previewed; nothing has changed.
    expect((await get(top!.id)).effectiveHalalRelevance).toBe("not_applicable");
    reported.length = 0;
    await setRelevance(top!.id, "required");
    const event = reported.find(({ resourceId }) => resourceId === last!.id);
    expect(event?.payload).toMatchObject({ before: "not_applicable", after: "required", productCount: 2 });
    expect(event?.concerns?.products).toContain(product);
    expect(reported).toHaveLength(3);
  });

  test("changes with a move", async () => {
    const [food, stationery] = [await add(null), await add(null, { halalRelevance: "not_applicable" })];
    const child = await add(stationery.id);
    await addProduct(child.id);
    const place = { parentId: food.id };
    expect(await call(transport, categories.previewMove, { id: child.id, ...place })).toMatchObject({
      categories: 1,
      newlyRequired: 1,
    });
    expect((await get(child.id)).parentId).toBe(stationery.id);
    expect((await move(child.id, food.id)).effectiveHalalRelevance).toBe("required");
  });
});

describe("meat", () => {
  test("is that of the nearest ancestor that sets it; a change reports products, some inheriting it", async () => {
    const [top, below] = await chain(2);
    await addProduct(below!.id);
    await addProduct(below!.id, "published", false);
    expect(await get(below!.id)).toMatchObject({ effectiveContainsMeat: null, meatInheritedFrom: null });
    const preview = await call(transport, categories.previewRelevance, { id: top!.id, containsMeat: true });
    expect(preview).toMatchObject({ categories: 2, products: 2, newlyRequired: 0, newlyMeat: 1 });
    expect((await get(below!.id)).effectiveContainsMeat).toBeNull();
    reported.length = 0;
    await change(top!.id, { containsMeat: true });
    expect(await get(below!.id)).toMatchObject({
      containsMeat: null,
      effectiveContainsMeat: true,
      meatInheritedFrom: { id: top!.id },
    });
    const event = reported.find(({ resourceId }) => resourceId === below!.id);
    expect(event?.payload).toMatchObject({ before: "required", after: "required", meatBefore: null, meatAfter: true });
    expect(event?.concerns?.products).toHaveLength(2);
    const dairy = await add(null, { containsMeat: false });
    expect((await move(below!.id, dairy.id)).effectiveContainsMeat).toBe(false);
  });
});

describe("a merge", () => {
  const preview = (id: string, intoId: string) => call(transport, categories.previewMerge, { id, intoId });

  test("moves products, children and scopes, merges children of the same name, and redirects the old id", async () => {
    const [from, into] = [await add(null, { halalRelevance: "not_applicable" }), await add(null)];
    const [twin, same, other] = [
      await add(from.id, { name: "Cheese" }),
      await add(into.id, { name: "cheese" }),
      await add(from.id, { name: "Ghee", slug: "g" }),
    ];
    await add(into.id, { name: "Gummies", slug: "g" });
    const [mine, below] = [await addProduct(from.id), await addProduct(twin.id)];
    const bound: RowScope[] = [{ kind: "category", target: from.id }];
    const { actor } = await app.signIn("Karim", [], bound);
    await app.db.execute(sql`
      insert into user_scopes (user_id, kind, target, granted_at) values (${actor.userId}, 'category', ${from.id}, now())`);
    const shown = await preview(from.id, into.id);
    expect(shown).toMatchObject({ movedProducts: 2, movedChildren: 1, movedScopes: 1, categories: 1 });
    reported.length = 0;
    await call(transport, categories.merge, { id: from.id, intoId: into.id, fingerprint: shown.fingerprint });
    const places = await rowsOf<{ id: string; category_id: string; version: number }>(
      sql`select id, category_id, version from products where id in (${mine}, ${below})`,
    );
    expect(new Map(places.map((row) => [row.id, row.category_id]))).toEqual(
      new Map([
        [mine, into.id],
        [below, same.id],
      ]),
    );
    expect(
      reported
        .filter(({ type }) => type === "product.moved")
        .map(({ resourceId }) => resourceId)
        .sort(),
    ).toEqual([mine, below].sort());
    expect(await get(other.id)).toMatchObject({ parentId: into.id, slug: "g-2", effectiveHalalRelevance: "required" });
    expect(await get(twin.id)).toMatchObject({ status: "archived", mergedInto: { id: same.id } });
    expect(await get(from.id)).toMatchObject({ status: "archived", mergedInto: { id: into.id } });
    expect(await rowsOf(sql`select target from user_scopes where user_id = ${actor.userId}`)).toEqual([
      { target: into.id },
    ]);
    await expectWhole();
  });

  test("is refused into itself, its subtree or the archive, too deep, and if the facts have changed", async () => {
    const [top, below] = await chain(2);
    expect(await codeOf(preview(top!.id, top!.id))).toBe("merge_into_itself");
    expect(await codeOf(preview(top!.id, below!.id))).toBe("merge_into_itself");
    const archived = await add(null);
    await call(transport, categories.changeStatus, { id: archived.id, version: 1, to: "archived" });
    expect(await codeOf(preview(top!.id, archived.id))).toBe("merge_target_archived");
    expect(await codeOf(preview(archived.id, top!.id))).toBe("category_archived");
    const fifth = (await chain(5)).at(-1)!;
    expect(await codeOf(preview(top!.id, fifth.id))).toBe("category_too_deep");
    const into = await add(null);
    const { fingerprint } = await preview(top!.id, into.id);
    await addProduct(top!.id);
    expect(await codeOf(call(transport, categories.merge, { id: top!.id, intoId: into.id, fingerprint }))).toBe(
      "impact_stale",
    );
    expect((await get(top!.id)).status).toBe("active");
  });
});
