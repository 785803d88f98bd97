import { slicePattern } from "#tools/areas.mjs";
import type { Node } from "oxc-parser";
import { isSource, isTest, parseSource, type Source } from "#tools/source.ts";
import { messageKeysIn } from "#tools/lint/messageKeys.ts";
import type { Tree, TreeRule } from "#tools/tree.ts";

/** Syntax that is not allowed, and what to write instead. */
type Ban = {
  readonly name: string;
  readonly where: (path: string) => boolean;
  readonly matches: (node: Node, source: Source) => boolean;
  readonly instead: string;
};

const everywhere = () => true;
const inServices = (path: string) =>
  /^(?:base|api|features|demos)\//.test(path) && !path.includes("/web/") && !isTest(path);
const isScreen = (path: string) => new RegExp(`^web/|^${slicePattern}/web/`).test(path);
const sharedWithScreens = (path: string) =>
  new RegExp(`^(?:base|web)/|^${slicePattern}/(?:contract|rules|fields|lifecycle|web/)`).test(path);

/**
 * Where SQL may be built from texts, none of which comes from outside: names and types of our columns, and our own
 * numbers.
 */
const knownTexts: ReadonlySet<string> = new Set([
  "api/sealChain.ts",
  "api/events.ts",
  "api/keyset.ts",
  "api/list.ts",
  "api/statements.ts",
  "features/retail/assignments/api/service/records.ts",
  "features/catalogue/brands/api/service/importWrites.ts",
  "features/catalogue/products/api/service/importWrites.ts",
  "features/access/users/rights/api/rightsChanges.ts",
  "features/loyalty/ledger/api/service/proof.ts",
]);

/** Where a context may get its actor: for a call, for a batch of a job, and during sign-in. */
const setsActor: ReadonlySet<string> = new Set([
  // Samples are made at the first start, as a till whose rights are written there.
  "features/loyalty/promocodes/api/service/sampleRedemptions.ts",
  "api/app.ts",
  "api/jobActor.ts",
  "features/access/session/api/service/completeSignIn.ts",
]);

/** Search fields which `/` reaches in another way, and one in a menu, which has the focus when it opens. */
const searchFields: ReadonlySet<string> = new Set([
  "web/list/SearchBox.tsx",
  "web/layout/ShortcutsMenu.tsx",
  "demos/contacts/web/ContactListPane.tsx",
  "demos/todo/web/ListHead.tsx",
]);

export const bans: readonly Ban[] = [
  {
    name: "SQL put together of texts",
    where: (path) => inServices(path) && !knownTexts.has(path),
    matches: (node) => isStatementOfTexts(node),
    instead: "a parameter or sql.identifier; a place where no text can come from outside is named in knownTexts",
  },
  {
    name: "the ambient clock in a service",
    where: inServices,
    matches: (node) => isCallOf(node, "Date", "now") || isNewDate(node),
    instead: "ctx.now, which the host sets and a test can hold still",
  },
  {
    name: "work in somebody's name whose rights were read earlier",
    where: (path) => inServices(path) && !setsActor.has(path),
    matches: (node) => isContextWithActor(node),
    instead: "actingFor (api/jobActor.ts), which reads status, rights and scopes at every batch",
  },
  {
    name: "the whole of zod under one name",
    where: everywhere,
    matches: (node) => importsFrom(node, /^zod(?:\/mini)?$/) && importedNames(node).includes("z"),
    instead: 'import * as z from "zod/mini", of which a bundler keeps only what is used',
  },
  {
    name: "the large zod on the wire",
    where: (path) => sharedWithScreens(path) && !isTest(path),
    matches: (node) => importsFrom(node, /^zod$/),
    instead: '"zod/mini": contracts are in the first load, and zod itself would be a seventh of it',
  },
  {
    name: "a default export",
    where: (path) => !/(?:^|\/)[\w-]+\.config\.ts$/.test(path),
    matches: (node) => node.type === "ExportDefaultDeclaration",
    instead: "a named export, so that it is called the same everywhere",
  },
  {
    name: "a barrel",
    where: everywhere,
    matches: (node) => reexportsOwnFile(node),
    instead: "an import from the file that has it",
  },
  {
    name: "an enum",
    where: everywhere,
    matches: (node) => node.type === "TSEnumDeclaration",
    instead: "a union of strings, or z.enum where it crosses the wire",
  },
  {
    name: "any",
    where: everywhere,
    matches: (node) => node.type === "TSAnyKeyword",
    instead: "unknown and a schema that reads it",
  },
  {
    name: "a class that is no error",
    where: everywhere,
    matches: (node, source) => isClass(node) && !mayBeClass(node, source),
    instead: "a function or a plain object",
  },
  {
    name: "a day read through an instant",
    where: (path) => isScreen(path) && !isTest(path),
    matches: (node) => isDayWithTime(node) || isDayOfUtc(node) || isInstantOfDay(node),
    instead:
      "formatDate(language, day), which shows a day as it is; localDay(now) for today; instantAt of #base/days.ts for an instant",
  },
  {
    name: "a date or time field of the browser",
    where: everywhere,
    matches: (node) => isOfType(node, /^(?:date|time|datetime-local|month|week)$/),
    instead: "DateField, DateRangeField or TimeField, which show the formats and the calendars of the reader",
  },
  {
    name: "a search field without its key",
    where: (path) => !searchFields.has(path),
    matches: (node) => isOfType(node, /^search$/),
    instead: "SearchBox, which / moves the focus to; a field that / reaches in another way is named in searchFields",
  },
  {
    name: "a way up and down again",
    where: (path) => !path.endsWith(".mjs"),
    matches: (node) => importsFrom(node, /^\.\.\//),
    instead: 'the path from the root, such as "#base/time.ts"',
  },
];

/** Every use of restricted syntax. */
export const bannedWords: TreeRule = (tree) =>
  tree.paths.filter(isSource).flatMap((path) => {
    const source = parseSource(tree, path);
    const here = bans.filter((ban) => ban.where(path));
    return source.nodes.flatMap((node) =>
      here
        .filter((ban) => ban.matches(node, source))
        .map(({ name, instead }) => `${path}:${source.lineAt(node.start)}: ${name}; write ${instead}`),
    );
  });

/** Permissions of a contract that a screen spells. Message keys may be spelled alike and are allowed. */
export const spelledPermissions: TreeRule = (tree) => {
  const permissions = permissionsOf(tree);
  return tree.paths
    .filter((path) => isSource(path) && !isTest(path) && isScreen(path))
    .flatMap((path) => {
      const source = parseSource(tree, path);
      const keys = messageKeysIn(source);
      return source.nodes
        .filter((node) => permissions.has(textOf(node) ?? "") && !keys.has(node.start))
        .map(
          (node) => `${path}:${source.lineAt(node.start)}: a spelled permission; name the operation, which knows it`,
        );
    });
};

function permissionsOf(tree: Tree): Set<string> {
  const contracts = tree.paths.filter((path) => new RegExp(`^${slicePattern}/contract(?:/\\w+)?\\.ts$`).test(path));
  const spelled = contracts.flatMap((path) =>
    parseSource(tree, path).nodes.flatMap((node) => {
      const isPermission = node.type === "Property" && node.key.type === "Identifier" && node.key.name === "permission";
      return isPermission ? (textOf(node.value) ?? []) : [];
    }),
  );
  return new Set(spelled.filter((permission) => permission.includes(".")));
}

const textOf = (node: Node) => (node.type === "Literal" && typeof node.value === "string" ? node.value : undefined);

const isNewDate = (node: Node) =>
  node.type === "NewExpression" &&
  node.callee.type === "Identifier" &&
  node.callee.name === "Date" &&
  node.arguments.length === 0;

/** `{ ...ctx, actor }`, unless it removes the actor. */
function isContextWithActor(node: Node): boolean {
  if (node.type !== "ObjectExpression") return false;
  const isContext = node.properties.some(
    (part) =>
      part.type === "SpreadElement" &&
      part.argument.type === "Identifier" &&
      /^(?:ctx|inner|base)$/.test(part.argument.name),
  );
  return (
    isContext &&
    node.properties.some(
      (part) =>
        part.type === "Property" &&
        part.key.type === "Identifier" &&
        part.key.name === "actor" &&
        !(part.value.type === "Literal" && part.value.value === null),
    )
  );
}

/** `${day}T12:00`, or `day + "T12:00"`: in some time zones this is another day. */
function isDayWithTime(node: Node): boolean {
  const isTime = (text: string) => /^T\d\d:\d\d/.test(text);
  if (node.type === "TemplateLiteral") return node.quasis.slice(1).some(({ value }) => isTime(value.raw));
  return node.type === "BinaryExpression" && isTime(textOf(node.right) ?? "");
}

/** `toISOString().slice(0, 10)`: the day in UTC, which may not be the reader's. */
function isDayOfUtc(node: Node): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property } = node.callee;
  return (
    property.type === "Identifier" &&
    /^(?:slice|substring|split)$/.test(property.name) &&
    object.type === "CallExpression" &&
    object.callee.type === "MemberExpression" &&
    object.callee.property.type === "Identifier" &&
    object.callee.property.name === "toISOString"
  );
}

/**
 * `new Date(lastDay)`, `formatDateTime(language, expiresOn)`: the argument's name says day, but the function expects an
 * instant.
 */
function isInstantOfDay(node: Node): boolean {
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  const name = node.callee.type === "Identifier" ? node.callee.name : "";
  const isDate = (node.type === "NewExpression" && name === "Date") || isCallOf(node, "Date", "parse");
  const isFormatter = /^format(?:Time|DateTime|Relative|LastDay)$/.test(name);
  return (isDate && isNamedAsDay(node.arguments[0])) || (isFormatter && isNamedAsDay(node.arguments[1]));
}

function isNamedAsDay(node: Node | undefined): boolean {
  const named = node?.type === "MemberExpression" ? node.property : node;
  return named?.type === "Identifier" && /^(?:day|today|\w+(?:Day|On))$/.test(named.name);
}

/** `type="date"`, also as one of the values of a choice. */
function isOfType(node: Node, pattern: RegExp): boolean {
  if (node.type !== "JSXAttribute" || node.name.name !== "type" || node.value === null) return false;
  const value = node.value.type === "JSXExpressionContainer" ? node.value.expression : node.value;
  const chosen = value.type === "ConditionalExpression" ? [value.consequent, value.alternate] : [value];
  return chosen.some((each) => pattern.test(textOf(each) ?? ""));
}

const isCallOf = (node: Node, object: string, method: string) =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.object.type === "Identifier" &&
  node.callee.object.name === object &&
  node.callee.property.type === "Identifier" &&
  node.callee.property.name === method;

/** `sql.raw`, or a statement that is run, with anything but a literal. */
function isStatementOfTexts(node: Node): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property } = node.callee;
  const [first] = node.arguments;
  if (first === undefined || property.type !== "Identifier") return false;
  if (property.name === "raw") return object.type === "Identifier" && object.name === "sql" && !isWritten(first);
  return /^(?:execute|query)$/.test(property.name) && isJoined(first);
}

/** A literal, or a choice of two. */
function isWritten(node: Node): boolean {
  if (node.type === "ConditionalExpression") return isWritten(node.consequent) && isWritten(node.alternate);
  return node.type === "Literal" || (node.type === "TemplateLiteral" && node.expressions.length === 0);
}

const isJoined = (node: Node) =>
  node.type === "BinaryExpression" || (node.type === "TemplateLiteral" && node.expressions.length > 0);

const importsFrom = (node: Node, pattern: RegExp) =>
  node.type === "ImportDeclaration" && pattern.test(node.source.value);

const importedNames = (node: Node) =>
  node.type === "ImportDeclaration"
    ? node.specifiers
        .filter((specifier) => specifier.type === "ImportSpecifier")
        .map((specifier) => specifier.local.name)
    : [];

/** A package's parts may be collected in one file, such as the icons in use; our own are imported from their files. */
function reexportsOwnFile(node: Node): boolean {
  if (node.type !== "ExportAllDeclaration" && node.type !== "ExportNamedDeclaration") return false;
  return /^[#.]/.test(node.source?.value ?? "");
}

type Class = Node & { type: "ClassDeclaration" | "ClassExpression" };

const isClass = (node: Node): node is Class => node.type === "ClassDeclaration" || node.type === "ClassExpression";

/**
 * Errors; the error boundary, for which React has no other form; and classes that a package requires to be extended.
 */
function mayBeClass({ id, superClass }: Class, { nodes }: Source): boolean {
  if (superClass?.type !== "Identifier") return false;
  if (/(?:Error|Refusal)$/.test(superClass.name)) return true;
  if (id?.name.endsWith("Boundary")) return true;
  return nodes.some((node) => importsFrom(node, /^(?!react$|[#.])/) && importedNames(node).includes(superClass.name));
}
