import type { Ctx } from "#api/context.ts";
import { platformCategory } from "#features/access/session/api/service/administrator.ts";
import { newId } from "#api/newId.ts";
import { bindTo, grantRole, insertUsers } from "#features/access/users/api/service/people.ts";
import { demoPeople } from "#features/access/session/rules.ts";

type SampleUser = {
  name: string;
  email: string;
  role: string;
  category?: number;
  language?: "ar";
  countries?: string[];
};

// Fictional users with addresses that can't receive mail (domain 6). Categories as in `user_categories`.
const people: readonly SampleUser[] = [
  { ...demoPeople.staff, role: "staff" },
  { name: "Aisyah binti Contoh", email: "aisyah@mizan.example", role: "staff" },
  { name: "محمد النموذج", email: "mohammed@mizan.example", role: "staff", language: "ar" },
  { ...demoPeople.user, role: "user", category: 4, countries: ["TR", "MY"] },
  { name: "فاطمہ نمونہ", email: "fatima@mizan.example", role: "user", category: 3 },
  { name: "Nur'ain O'Example", email: "nurain@mizan.example", role: "user", category: 2 },
  { name: "李明 示例", email: "liming@mizan.example", role: "onlyGuest", category: 6 },
];
const demoAdministrator: SampleUser = { ...demoPeople.administrator, role: "admin" };

/**
 * The hash of `demoPassword`, computed once: the sign-in screen shows the password, so separate salts would protect
 * nothing, and eight hashes would slow down a first visit by a second.
 */
export const demoPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$SI/f+jSvtUJ/SJ4iFDTntw$mzZS+03700h/CVWwk4hM1Xvrn1zVbbPJPYPjXxHtJT8";

/**
 * Users for a new database. In the browser they share the demonstration password, which the sign-in screen shows, and
 * one of them is an administrator. On a server they have no password, so that sample data never gives access.
 */
export async function seedPeople(ctx: Ctx): Promise<void> {
  const isDemonstration = ctx.settings.host === "browser";
  const wanted = (isDemonstration ? [demoAdministrator, ...people] : people).map((user) => ({
    ...user,
    id: newId(ctx),
  }));
  const passwordHash = isDemonstration ? demoPasswordHash : null;
  const added = await insertUsers(
    ctx,
    wanted.map(({ id, name, email, category = platformCategory, language = "en" }) => ({
      id,
      categoryId: category,
      name,
      email,
      passwordHash,
      status: "active",
      language,
    })),
  );
  for (const user of wanted.filter(({ id }) => added.has(id))) {
    await grantRole(ctx, { userId: user.id, role: user.role });
    for (const country of user.countries ?? [])
      await bindTo(ctx, { userId: user.id, kind: "country", target: country });
  }
}
