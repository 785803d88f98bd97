import { searchKey } from "#base/searchKey.ts";
import type { GlossaryInput } from "#demos/knowledge-base/fields.ts";

type Terms = Pick<GlossaryInput, "term" | "termAr">;

/** A part of a text: a term where it is used, or what is between two. */
export interface TextPart<Term> {
  readonly text: string;
  readonly term: Term | null;
}

/** A term and its definition in one of the languages; in English where they have no other. */
export function termIn({ term, termAr, definition, definitionAr }: GlossaryInput, language: "en" | "ar") {
  const inArabic = (text: string | null) =>
    language === "ar" && text !== null ? ({ text, lang: "ar" } as const) : null;
  return {
    name: inArabic(termAr) ?? ({ text: term, lang: "en" } as const),
    definition: inArabic(definitionAr) ?? ({ text: definition, lang: "en" } as const),
  };
}

type Phrase<Term> = { readonly term: Term; readonly words: readonly string[] };

const words = /([\p{L}\p{M}\p{N}]+)/u;
/** What may be between the words of a term: `four-eyes`, `E.164`. A full stop with a space ends a sentence. */
const joint = /^(?:[\s\p{Pd}]+|\.)$/u;

/**
 * Splits texts at the terms in them, whatever their case and spelling: whole words, the longest term first. An English
 * term is also found with `s` at its end, an Arabic one with the article, but not with other prefixes.
 */
export function termFinder<Term extends Terms>(terms: readonly Term[]): (text: string) => readonly TextPart<Term>[] {
  const phrases = new Map<string, Phrase<Term>[]>();
  for (const phrase of terms.flatMap(phrasesOf)) {
    // By each form of its first word, which may be its only one.
    const [first = "", ...others] = phrase.words;
    for (const start of others.length === 0 ? [first, `${first}s`] : [first])
      phrases.set(start, [...(phrases.get(start) ?? []), phrase]);
  }
  for (const each of phrases.values()) each.sort((one, other) => other.words.length - one.words.length);

  return (text) => {
    // Words have the odd places.
    const pieces = text.split(words);
    const keys = pieces.map((piece, place) => (place % 2 === 1 ? wordKey(piece) : piece));
    const parts: TextPart<Term>[] = [];
    let between = "";
    const endPart = () => {
      if (between !== "") parts.push({ text: between, term: null });
      between = "";
    };
    for (let place = 0; place < pieces.length; ) {
      const found =
        place % 2 === 1 ? phrases.get(keys[place]!)?.find((phrase) => isAt(keys, place, phrase)) : undefined;
      const end = place + (found === undefined ? 1 : found.words.length * 2 - 1);
      const part = pieces.slice(place, end).join("");
      if (found === undefined) between += part;
      else {
        endPart();
        parts.push({ text: part, term: found.term });
      }
      place = end;
    }
    endPart();
    return parts;
  };
}

/** What `usesOf` looks for terms in. */
export const termText = (text: string): string => ` ${keyWords(text).join(" ")} `;

/** Tells whether texts have a term, by the rules of `termFinder`. */
export function usesOf(term: Terms): (text: string) => boolean {
  const keys = phrasesOf(term).map((phrase) => phrase.words.join(" "));
  const forms = keys.flatMap((key) => [` ${key} `, ` ${key}s `]);
  return (text) => forms.some((form) => text.includes(form));
}

function phrasesOf<Term extends Terms>(term: Term): Phrase<Term>[] {
  const both = [term.term, term.termAr ?? ""].map(keyWords).filter((each) => each.length > 0);
  return both.map((each) => ({ term, words: each }));
}

const isAt = (keys: readonly string[], place: number, { words: wanted }: Phrase<unknown>): boolean =>
  wanted.every((word, index) => {
    const key = keys[place + index * 2];
    const isLast = index === wanted.length - 1;
    if (key !== word && !(isLast && key === `${word}s`)) return false;
    return index === 0 || joint.test(keys[place + index * 2 - 1]!);
  });

const keyWords = (text: string): readonly string[] =>
  text
    .split(words)
    .filter((_, place) => place % 2 === 1)
    .map(wordKey);

/** Arabic writes "the" as part of the word. Short words keep it: what is left of them could be another word. */
const wordKey = (word: string): string => searchKey(word).replace(/^ال(?=.{3})/u, "");
