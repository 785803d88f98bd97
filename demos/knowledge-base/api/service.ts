import { eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { articleTexts } from "#demos/knowledge-base/api/store.ts";
import { glossaryTermsTable as terms } from "#demos/knowledge-base/api/tables.ts";
import type { Category, ReadTerm } from "#demos/knowledge-base/contract.ts";
import { articleCategories, categoryTitles } from "#demos/knowledge-base/fields.ts";

/** The categories of spec 001 §3 with their published articles, of which the featured ones have their text. */
export async function readCategories(ctx: Ctx): Promise<Category[]> {
  const articles = await articleTexts.readLive(ctx);
  return articleCategories.map((id) => {
    const own = articles.filter(({ category }) => category === id);
    return {
      id,
      title: categoryTitles[id],
      path: "/pages/knowledge-base",
      articlesCount: own.length,
      featuredArticles: own
        .filter(({ isFeatured }) => isFeatured)
        .map(({ id: articleId, title, body }) => ({ id: articleId, title, content: body })),
    };
  });
}

/** The whole glossary, in the order of its English terms. */
export async function readGlossary(ctx: Ctx): Promise<{ terms: ReadTerm[] }> {
  const { id, term, termAr, definition, definitionAr, version, sortKey } = terms;
  const columns = { id, term, termAr, definition, definitionAr, version };
  return { terms: await ctx.db.select(columns).from(terms).where(eq(terms.status, "active")).orderBy(sortKey) };
}
