import { isSource, parseSource, type Source } from "#tools/source.ts";
import type { TreeRule } from "#tools/tree.ts";

/** Metaphors and private words, and the standard term for each (design: plain language). Compared with the words of a name. */
const instead: Readonly<Record<string, string>> = {
  house: "app",
  lever: "a word of the field",
  shelf: "a word of the field",
  rack: "a word of the field",
  bed: "database or fixture",
  parcel: "request",
  witness: "audit",
  stranger: "unknown",
  newcomer: "new user",
  letter: "email",
  paper: "document",
  person: "user",
  somebody: "user",
  anybody: "user",
  duty: "required action",
  wording: "message",
  teller: "notifier",
  told: "notified",
  tell: "notify",
  asked: "input or request",
  felt: "hasImpact",
  weigh: "preview",
  weighed: "preview",
  judge: "validate",
  judged: "candidate",
  settle: "re-evaluate",
  spared: "excluded",
  reckoned: "computed",
  furnish: "assemble",
};

/** A type is named after what it is, not after what was done to it: `WriteResult`, not `Written`. */
const participles =
  /^(?:Added|Addressed|Altered|Answered|Applied|Asked|Begun|Brought|Changed|Checked|Concerned|Counted|Dated|Decided|Described|Discovered|Edited|Ended|Examined|Expected|Filled|Followed|Found|Given|Handled|Happened|Imported|Kept|Known|Linked|Listed|Located|Locked|Made|Measured|Moved|Named|Noted|Noticed|Parsed|Pending|Picked|Placed|Priced|Queued|Reached|Read|Reasoned|Received|Recorded|Related|Reminded|Screened|Seen|Selected|Sent|Settled|Shown|Spoken|Started|Stored|Swept|Taken|Tallied|Termed|Timed|Told|Traced|Tried|Typed|Understood|Undone|Waiting|Walked|Wanted|Weighed|Written)$/;

/** A file is named after what is in it: `update.ts`, not `changing.ts`. Nouns that end alike are the field's own terms. */
const gerund = /(?:^|\/)(?:use)?[A-Za-z]*ing\.tsx?$/;
const nouns = /(?:funding|provisioning|mapping|string|setting|listing|pricing)\.tsx?$/i;

/** Names of types and of functions in source files that a newcomer would stop at, and files named after an activity. */
export const privateNames: TreeRule = (tree) =>
  tree.paths.filter(isSource).flatMap((path) => {
    const stem = path.split("/").at(-1)?.split(".")[0] ?? "";
    const file = gerund.test(path) && !nouns.test(path) ? [`${path}: a gerund; name the file after what is in it`] : [];
    return [
      ...file,
      ...complaintsOf(path, [{ name: stem }]),
      ...complaintsOf(path, declarations(parseSource(tree, path))),
    ];
  });

type Declaration = { readonly name: string; readonly line?: number; readonly isType?: boolean };

function complaintsOf(path: string, names: readonly Declaration[]): string[] {
  return names.flatMap(({ name, line, isType }) => {
    const at = line === undefined ? path : `${path}:${line}`;
    if (isType && participles.test(name)) return [`${at}: type “${name}” is a participle; name it after what it is`];
    const word = name
      .split(/(?=[A-Z])|[-_]/)
      .map((each) => each.toLowerCase())
      .find((each) => singular(each) in instead);
    return word === undefined ? [] : [`${at}: “${name}”; say ${instead[singular(word)]}`];
  });
}

const singular = (word: string) =>
  word in instead ? word : word.replace(/ies$/, "y").replace(/ves$/, "f").replace(/s$/, "");

function declarations({ nodes, lineAt }: Source): Declaration[] {
  return nodes.flatMap((node): Declaration[] => {
    const line = lineAt(node.start);
    if (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") {
      return [{ name: node.id.name, line, isType: true }];
    }
    if (node.type === "FunctionDeclaration" && node.id) return [{ name: node.id.name, line }];
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier") return [{ name: node.id.name, line }];
    return [];
  });
}
