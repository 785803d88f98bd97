import { describe, expect, test } from "vitest";
import { bannedWords, spelledPermissions } from "#tools/lint/restrictedSyntax.ts";
import { unusualPhrases } from "#tools/lint/copy.ts";
import { brokenLinks } from "#tools/lint/links.ts";
import { privateNames } from "#tools/lint/names.ts";
import { scrolledReasons } from "#tools/lint/reasons.ts";
import { changedMigrations, mergedTextsByGit, misnumbered, unlistedMigrations } from "#tools/lint/migrations.ts";
import { longFiles, longFunctions } from "#tools/lint/sizes.ts";
import { vagueNames, unknownFiles, unknownFolders, unlisted } from "#tools/lint/vocabulary.ts";
import { unevenWords, unspokenRefusals } from "#tools/lint/words.ts";
import { checkoutTree } from "#tools/tree.ts";

// Rules of this repository that a compiler can't check. Each is a function with its own test next to it, which breaks
// it on purpose.
describe("this repository", () => {
  const app = checkoutTree();
  const mergedText = mergedTextsByGit(process.cwd(), new Date());

  test("has only known folders", () => expect(unknownFolders(app)).toEqual([]));
  test("has only known kinds of files in a feature", () => expect(unknownFiles(app)).toEqual([]));
  test("has no vague file names", () => expect(vagueNames(app)).toEqual([]));
  test("names files, types and functions by the standard terms", () => expect(privateNames(app)).toEqual([]));
  test("lists every feature where its host looks for it", () => expect(unlisted(app)).toEqual([]));
  test("has no file that is too long", () => expect(longFiles(app)).toEqual([]));
  test("has no function that is too long", () => expect(longFunctions(app)).toEqual([]));
  test("uses no restricted syntax", () => expect(bannedWords(app)).toEqual([]));
  test("asks for reasons where they are always in view", () => expect(scrolledReasons(app)).toEqual([]));
  test("spells no permission in a screen", () => expect(spelledPermissions(app)).toEqual([]));
  test("has the same messages in every language", () => expect(unevenWords(app)).toEqual([]));
  test("has messages for every refusal", () => expect(unspokenRefusals(app)).toEqual([]));
  test("speaks to people in the words of this product", () => expect(unusualPhrases(app)).toEqual([]));
  test("numbers its migrations without gaps", () => expect(misnumbered(app)).toEqual([]));
  test("applies every migration", () => expect(unlistedMigrations(app)).toEqual([]));
  test.skipIf(mergedText === null)("has changed no migration since it was merged (needs git's history)", () => {
    expect(changedMigrations(app, mergedText ?? (() => null))).toEqual([]);
  });
  test("has no broken link in its documents", () => expect(brokenLinks(app)).toEqual([]));
});
