import { describe, expect, test } from "vitest";
import { bannedWords, spelledPermissions } from "#tools/lint/restrictedSyntax.ts";
import { brokenLinks } from "#tools/lint/links.ts";
import { changedMigrations, mergedTextsByGit, misnumbered, unlistedMigrations } from "#tools/lint/migrations.ts";
import { longFiles, longFunctions } from "#tools/lint/sizes.ts";
import { vagueNames, unknownFiles, unknownFolders, unlisted } from "#tools/lint/vocabulary.ts";
import { unevenWords, unspokenRefusals } from "#tools/lint/words.ts";
import { checkoutTree } from "#tools/tree.ts";

// The house rules that a compiler cannot see. Each is a function with its own test beside it, where it is broken on purpose.
describe("this house", () => {
  const app = checkoutTree();
  const mergedText = mergedTextsByGit(process.cwd(), new Date());

  test("has the rooms it is drawn with", () => expect(unknownFolders(app)).toEqual([]));
  test("holds in a feature only files of the vocabulary", () => expect(unknownFiles(app)).toEqual([]));
  test("has no file named after nothing", () => expect(vagueNames(app)).toEqual([]));
  test("lists every feature where its host looks for it", () => expect(unlisted(app)).toEqual([]));
  test("has no file too long to read", () => expect(longFiles(app)).toEqual([]));
  test("has no function too long to see at once", () => expect(longFunctions(app)).toEqual([]));
  test("has nothing banned in it", () => expect(bannedWords(app)).toEqual([]));
  test("spells no permission in a screen", () => expect(spelledPermissions(app)).toEqual([]));
  test("says the same in every language", () => expect(unevenWords(app)).toEqual([]));
  test("has words for every refusal", () => expect(unspokenRefusals(app)).toEqual([]));
  test("numbers its migrations without gaps", () => expect(misnumbered(app)).toEqual([]));
  test("applies every migration", () => expect(unlistedMigrations(app)).toEqual([]));
  test.skipIf(mergedText === null)("has changed no migration since it was merged (needs git's history)", () => {
    expect(changedMigrations(app, mergedText ?? (() => null))).toEqual([]);
  });
  test("has no link in its documents that leads nowhere", () => expect(brokenLinks(app)).toEqual([]));
});
