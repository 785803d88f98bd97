import { emailKey } from "#base/fields.ts";
import type { Ctx } from "#api/context.ts";
import { platformCategory } from "#features/session/api/service/administrator.ts";
import { newId } from "#features/session/api/service/openSession.ts";
import { hashPassword } from "#features/session/api/service/passwords.ts";
import { usersTable } from "#features/session/api/tables.ts";
import { bindTo, grantRole, personKeys } from "#features/users/api/service/people.ts";
import { demoPassword, demoPeople } from "#features/session/rules.ts";

type SamplePerson = {
  name: string;
  email: string;
  role: string;
  category?: number;
  language?: "ar";
  countries?: string[];
};

// Fictional people at addresses that no mail can reach (domain 6). Categories as in `user_categories`.
const people: readonly SamplePerson[] = [
  { ...demoPeople.staff, role: "staff" },
  { name: "Aisyah binti Contoh", email: "aisyah@mizan.example", role: "staff" },
  { name: "محمد النموذج", email: "mohammed@mizan.example", role: "staff", language: "ar" },
  { ...demoPeople.user, role: "user", category: 4, countries: ["TR", "MY"] },
  { name: "فاطمہ نمونہ", email: "fatima@mizan.example", role: "user", category: 3 },
  { name: "Nur'ain O'Example", email: "nurain@mizan.example", role: "user", category: 2 },
  { name: "李明 示例", email: "liming@mizan.example", role: "only_guest", category: 6 },
];
const demoAdministrator: SamplePerson = { ...demoPeople.administrator, role: "admin" };

/**
 * People for a new database. In the browser they share the demonstration's password, which the sign-in screen shows,
 * and one of them administers; on a server they have none, so that sample data never opens a door.
 */
export async function seedPeople(ctx: Ctx): Promise<void> {
  const isDemonstration = ctx.settings.host === "browser";
  for (const person of isDemonstration ? [demoAdministrator, ...people] : people) {
    const id = newId(ctx.now);
    const made = await ctx.db
      .insert(usersTable)
      .values({
        id,
        categoryId: person.category ?? platformCategory,
        name: person.name,
        email: person.email,
        emailKey: emailKey(person.email),
        ...personKeys(person),
        passwordHash: isDemonstration ? await hashPassword(ctx, demoPassword) : null,
        status: "active",
        language: person.language ?? "en",
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: usersTable.id });
    if (made.length === 0) continue;
    await grantRole(ctx, { userId: id, role: person.role });
    for (const country of person.countries ?? []) await bindTo(ctx, { userId: id, kind: "country", target: country });
  }
}
