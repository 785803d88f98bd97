import { eq, type SQL, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import type { FilePurpose } from "#api/files.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { isReachable } from "#api/reachable.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { certificateStatesOf } from "#demos/e-commerce/api/service/certificates.ts";
import { shopProductsTable as table } from "#demos/e-commerce/api/tables.ts";
import {
  shopProductLifecycle,
  shopProductRecords,
  shopProductRefusals,
  shopProducts,
} from "#demos/e-commerce/products/contract.ts";
import { shopImage, type ShopProductInput } from "#demos/e-commerce/products/fields.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";
import { readImages } from "#features/catalogue/products/api/service/images.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";

export const isLowStock: SQL = sql`${table.quantity} <= ${table.lowStockAt}`;

export const shopProductStore = recordStore({
  record: shopProductRecords,
  table,
  // The shop belongs to the programme: nobody has only some of it.
  scope: { own: null },
  searched: ["name", "nameI18n", "sku", "handle"],
  sorts: {
    name: [table.sortKey, table.id],
    priceInclMinor: [table.priceInclMinor, table.id],
    quantity: [table.quantity, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  filters: { isLowStock: (isLow: boolean) => (isLow ? isLowStock : sql`not ${isLowStock}`) },
  unique: {
    shop_products__handle_key: ["handle", shopProductRefusals.duplicate_handle],
    shop_products__sku_key: ["sku", shopProductRefusals.duplicate_shop_sku],
  },
  idTaken: shopProductRefusals.shop_product_id_taken,
  // Orders take products out of stock while others are written.
  rowLock: "no key update",
  computed: async (ctx, ids) => {
    const { id, catalogueProductId, categories, images } = table;
    const offers = await ctx.db
      .select({ id, catalogueProductId, categories, images })
      .from(table)
      .where(isAnyOf(id, ids));
    const stateOf = await certificateStatesOf(ctx, offers);
    const linked = offers.flatMap((offer) => offer.catalogueProductId ?? []);
    const pictures = linked.length === 0 ? new Map() : await readImages(ctx, linked);
    const byId = new Map(
      offers.map((offer) => {
        const own = offer.images[0]?.fileId ?? pictures.get(offer.catalogueProductId ?? "")?.[0]?.fileId ?? null;
        return [offer.id, { certificate: stateOf(offer.id), pictureFileId: own }];
      }),
    );
    return (each) => byId.get(each);
  },
  derive: async (ctx, values, before, id) => {
    const isLinkChanged = values.catalogueProductId !== (before?.catalogueProductId ?? null);
    if (isLinkChanged) await requireLinkable(ctx, values);
    const areCategoriesChanged = JSON.stringify(values.categories) !== JSON.stringify(before?.categories);
    if (before?.status === "active" && (isLinkChanged || areCategoriesChanged))
      await requireCertificate(ctx, { ...values, id });
    const fileIds = values.images.map((image) => image.fileId);
    const shown = (before?.images ?? []).map((image) => image.fileId);
    if (fileIds.join() !== shown.join()) await setFiles(ctx, shopImages, { recordId: id, fileIds, field: "images" });
    return {};
  },
});

/** Pictures of the shop: users who may change its products may upload them, and users who may read the products may see them. */
export const shopImages: FilePurpose = {
  rule: shopImage,
  upload: [shopProducts.create, shopProducts.update],
  read: [shopProducts.get],
  owners: shopProductStore.scopedRows,
};

/** Refuses an unknown brand product, and one that the caller may not see. */
async function requireLinkable(ctx: Ctx, { catalogueProductId: id }: ShopProductInput): Promise<void> {
  if (id === null || (ctx.actor !== null && (await isReachable(ctx, productRows, id)) && (await exists(ctx, id))))
    return;
  if (ctx.actor === null && (await exists(ctx, id))) return;
  const message = "This brand product doesn’t exist.";
  throw commonRefusals.invalid_input({}, [{ path: "catalogueProductId", code: "product_unknown", message }]);
}

const exists = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.select({ id: productRows.id }).from(productRows.table).where(eq(productRows.id, id))).length > 0;

type Offer = { readonly id: string } & Pick<ShopProductInput, "catalogueProductId" | "categories">;

/** Refuses with `certificate_needed`. */
export async function requireCertificate(ctx: Ctx, offer: Offer): Promise<void> {
  if ((await certificateStatesOf(ctx, [offer]))(offer.id) !== "missing") return;
  const { code, message } = shopProductRefusals.certificate_needed;
  throw shopProductRefusals.certificate_needed({}, [{ path: "catalogueProductId", code, message }]);
}

export const shopProductTransitions = recordTransitions(shopProductStore, shopProductLifecycle, {
  label: ({ name }) => name,
  guard: async (ctx, records, to) => {
    if (to !== "active") return new Map();
    const stateOf = await certificateStatesOf(ctx, records);
    const uncertified = records.filter(({ id }) => stateOf(id) === "missing");
    return new Map(uncertified.map(({ id }) => [id, shopProductRefusals.certificate_needed()]));
  },
});

const batchMax = 200;

/** Deactivates products whose certificate ended. Until it runs, every read already shows them as not active. */
export async function deactivateUncertified(ctx: Ctx): Promise<void> {
  const ids = await ctx.db.select({ id: table.id }).from(table).where(eq(table.status, "active")).orderBy(table.id);
  for (let start = 0; start < ids.length; start += batchMax) {
    const batch = ids.slice(start, start + batchMax).map(({ id }) => id);
    await inTransaction(ctx, async (inner) => {
      const offers = await inner.db
        .select()
        .from(table)
        .where(isAnyOf(table.id, batch))
        .orderBy(table.id)
        .for("update");
      const active = offers.filter(({ status }) => status === "active");
      const stateOf = await certificateStatesOf(inner, active);
      const ended = active.filter(({ id }) => stateOf(id) === "missing");
      if (ended.length > 0) await shopProductTransitions.write(inner, ended, { to: "inactive" });
    });
  }
}
