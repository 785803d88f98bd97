import { desc, sql } from "drizzle-orm";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { answerTexts } from "#demos/faq/api/store.ts";
import { searchesTable } from "#demos/faq/api/tables.ts";
import type { EmptySearch } from "#demos/faq/contract.ts";
import { topics } from "#demos/faq/fields.ts";

/** Spec 001 §3 and §7. The topics in the order of the screen. */
export async function listAnswers(ctx: Ctx) {
  const answers = await answerTexts.readLive(ctx);
  return topics.flatMap((topic) =>
    answers
      .filter(({ category }) => category === topic)
      .map(({ id, title, body }) => ({ id, question: title, answer: body })),
  );
}

/** Editors look at the most frequent; rare searches of long ago give way to new ones. */
const searchesMax = 200;

/** Counts a search that found nothing, in the form that searches compare, so that one question is one row. */
export async function reportEmptySearch(ctx: Ctx, { query: typed }: { query: string }): Promise<void> {
  const query = searchKey(typed).slice(0, 100).trim();
  if (query === "") return;
  await ctx.db
    .insert(searchesTable)
    .values({ query, times: 1, searchedAt: ctx.now })
    .onConflictDoUpdate({
      target: searchesTable.query,
      set: { times: sql`${searchesTable.times} + 1`, searchedAt: ctx.now },
    });
  await ctx.db.execute(sql`
    delete from ${searchesTable}
     where query in (select query from ${searchesTable} order by times desc, searched_at desc offset ${searchesMax})`);
}

export async function listEmptySearches(ctx: Ctx): Promise<{ searches: EmptySearch[] }> {
  const { query, times, searchedAt } = searchesTable;
  return {
    searches: await ctx.db
      .select({ query, times, searchedAt })
      .from(searchesTable)
      .orderBy(desc(times), desc(searchedAt)),
  };
}
