import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { brandLogos, insertBrands } from "#features/catalogue/brands/api/store.ts";
import { logoPath, sampleLogos } from "#features/catalogue/brands/api/service/sampleLogos.ts";
import { sampleBrands } from "#features/catalogue/brands/api/service/samples.ts";
import type { BrandInput } from "#features/catalogue/brands/fields.ts";
import { keepFile } from "#features/platform/files/api/service/uploads.ts";

/** The sample brands of domain 6, created one after another up to today. The same rows in every new database. */
export async function seedBrands(ctx: Ctx): Promise<void> {
  for (const [place, sample] of sampleBrands.entries()) {
    const now = addMs(ctx.now, (place - sampleBrands.length) * 9 * dayMs);
    const id = sampleId(now, place + 1);
    const then = { ...ctx, now };
    const logo = await keepLogo(then, {
      name: sample.values.name,
      fileId: sampleId(now, place + 300 + 1),
    });
    await insertBrands(then, [{ id, ...sample, values: { ...sample.values, ...logo } }]);
  }
}

type StoredBrand = Partial<Pick<BrandInput, "logoFileId" | "logoAlt" | "logoAltI18n">>;

/** None for a brand without a logo. */
async function keepLogo(ctx: Ctx, { name, fileId }: { name: string; fileId: string }): Promise<StoredBrand> {
  const logo = sampleLogos[name];
  if (logo === undefined) return {};
  await keepFile(ctx, brandLogos, { id: fileId, name: "logo.webp", bytes: await ctx.readSample(logoPath(logo)) });
  return { logoFileId: fileId, logoAlt: logo.en, logoAltI18n: { ar: logo.ar } };
}
