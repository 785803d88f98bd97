import { loadWords } from "#web/i18n.ts";

/** The words of what would follow, and of who goes along: few screens ask, so that none brings them with it. */
export const loadImpactWords = () =>
  loadWords({
    name: "impact",
    words: { en: () => import("#web/impact/words.en.json"), ar: () => import("#web/impact/words.ar.json") },
  });
