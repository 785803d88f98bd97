import { describe, expect, test } from "vitest";
import { bannedWords, spelledPermissions } from "#tools/lint/banned.ts";
import { brokenLinks } from "#tools/lint/links.ts";
import { changedMigrations, mergedTextsByGit, misnumbered, unlistedMigrations } from "#tools/lint/migrations.ts";
import { longFiles, longFunctions } from "#tools/lint/sizes.ts";
import { emptyNames, strangers, unknownRooms, unlisted } from "#tools/lint/vocabulary.ts";
import { unevenWords, unspokenRefusals } from "#tools/lint/words.ts";
import { checkoutTree } from "#tools/tree.ts";

// The house rules that a compiler cannot see. Each is a function with its own test beside it, where it is broken on purpose.
describe("this house", () => {
  const house = checkoutTree();
  const mergedText = mergedTextsByGit(process.cwd(), new Date());

  test("has the rooms it is drawn with", () => expect(unknownRooms(house)).toEqual([]));
  test("holds in a feature only files of the vocabulary", () => expect(strangers(house)).toEqual([]));
  test("has no file named after nothing", () => expect(emptyNames(house)).toEqual([]));
  test("lists every feature where its host looks for it", () => expect(unlisted(house)).toEqual([]));
  test("has no file too long to read", () => expect(longFiles(house)).toEqual([]));
  test("has no function too long to see at once", () => expect(longFunctions(house)).toEqual([]));
  test("has nothing banned in it", () => expect(bannedWords(house)).toEqual([]));
  test("spells no permission in a screen", () => expect(spelledPermissions(house)).toEqual([]));
  test("says the same in every language", () => expect(unevenWords(house)).toEqual([]));
  test("has words for every refusal", () => expect(unspokenRefusals(house)).toEqual([]));
  test("numbers its migrations without gaps", () => expect(misnumbered(house)).toEqual([]));
  test("applies every migration", () => expect(unlistedMigrations(house)).toEqual([]));
  test.skipIf(mergedText === null)("has changed no migration since it was merged (needs git's history)", () => {
    expect(changedMigrations(house, mergedText ?? (() => null))).toEqual([]);
  });
  test("has no link in its documents that leads nowhere", () => expect(brokenLinks(house)).toEqual([]));
});
