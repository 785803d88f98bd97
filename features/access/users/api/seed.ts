import { emailKey } from "#base/emailAddress.ts";
import { newId } from "#api/newId.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { grantRole, userKeys } from "#features/access/users/api/service/people.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { categoryNumber, type UserCategory, type UserStatus } from "#features/access/users/rules.ts";

type SampleUser = {
  readonly name: string;
  readonly email: string;
  readonly category: UserCategory;
  readonly status: UserStatus;
  readonly role?: string;
  readonly daysAgo: number;
};

// Fictional users at undeliverable addresses (domain 6): users who can sign in, and one with each other status.
const people: readonly SampleUser[] = [
  {
    name: "Yasmin Namoothaj",
    email: "yasmin@bustan-nour.example",
    category: "brand",
    status: "pending",
    daysAgo: 1,
  },
  {
    name: "Camille Exemple",
    email: "camille@noor-botanica.example",
    category: "brand",
    status: "invited",
    role: "brand_manager",
    daysAgo: 2,
  },
  {
    name: "Idris Sample",
    email: "idris@mizan.example",
    category: "finance",
    status: "disabled",
    role: "finance",
    daysAgo: 200,
  },
];

/** These users have no password, so none of them can sign in. */
export async function seedUsers(ctx: Ctx): Promise<void> {
  for (const { name, email, category, status, role, daysAgo } of people) {
    const createdAt = addMs(ctx.now, -daysAgo * dayMs);
    const id = newId({ now: createdAt });
    const made = await ctx.db
      .insert(usersTable)
      .values({
        id,
        categoryId: categoryNumber(category),
        name,
        email,
        emailKey: emailKey(email),
        ...userKeys({ name, email }),
        status,
        // For users who registered: without a confirmed address, their approval couldn't be tried out.
        emailConfirmedAt: status === "pending" ? createdAt : null,
        createdAt,
        updatedAt: createdAt,
      })
      .onConflictDoNothing()
      .returning({ id: usersTable.id });
    if (made.length > 0 && role !== undefined) await grantRole(ctx, { userId: id, role });
  }
}
