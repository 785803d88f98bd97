import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { memberStore } from "#features/loyalty/members/api/store.ts";
import { memberFields } from "#features/loyalty/members/fields.ts";

/**
 * Inserts the same rows into every new database. They have no contacts: those are encrypted with the installation's key,
 * which the build of the browser's sample database does not have.
 */
export async function seedMembers(ctx: Ctx): Promise<void> {
  const now = addMs(ctx.now, -400 * dayMs);
  for (const [place, [displayName, country, language]] of samples.entries())
    await memberStore.insert({ ...ctx, now: addMs(now, place * 8 * dayMs) }, [
      { id: sampleId(now, place + 9501), values: { ...memberFields.empty, displayName, country, language } },
    ]);
}

const samples: readonly (readonly [displayName: string, country: string, language: "en" | "ar"])[] = [
  ["Aisha Rahman", "GB", "en"],
  ["Bilal Hussain", "GB", "en"],
  ["ليلى المنصوري", "AE", "ar"],
  ["Siti Nurhaliza Omar", "MY", "en"],
  ["يوسف حداد", "JO", "ar"],
  ["Fatima Zahra Benali", "FR", "en"],
  ["Hamza Yılmaz", "TR", "en"],
  ["نورة العتيبي", "SA", "ar"],
  ["Maryam Siddiqui", "PK", "en"],
  ["Idris Adeyemi", "NG", "en"],
  ["Zaynab Chowdhury", "GB", "en"],
  ["Omar Farouk Hassan", "GB", "en"],
  ["Nur Aina Ismail", "MY", "en"],
  ["خالد الشامسي", "AE", "ar"],
  ["Sumayya Begum", "GB", "en"],
  ["Ibrahim Kone", "GB", "en"],
  ["Hafiz Abdullah", "MY", "en"],
  ["مريم الكتبي", "AE", "ar"],
  ["Ruqayyah Malik", "GB", "en"],
  ["Yusuf Patel", "GB", "en"],
  ["Farah Diyana Zulkifli", "MY", "en"],
  ["Sara Ahmed", "GB", "en"],
  ["Tariq Mahmood", "GB", "en"],
  ["Khadija Warsame", "GB", "en"],
];
