import { posix } from "node:path";
import type { Tree, TreeRule } from "#tools/tree.ts";

/** Links in the documents to missing files or headings. Web URLs are not checked. */
export const brokenLinks: TreeRule = (tree) =>
  tree.paths
    // Texts of sample records link to screens, which tools/screenPaths.test.ts checks.
    .filter((path) => path.endsWith(".md") && !path.includes("/api/content/"))
    .flatMap((path) => linksIn(tree.read(path)).flatMap((link) => problemOf(tree, path, link)));

function problemOf(tree: Tree, path: string, { target, line }: { target: string; line: number }): string[] {
  if (/^[a-z]+:/.test(target)) return [];
  const [file = "", heading] = target.split("#");
  const linked = file === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(file)).replace(/\/$/, "");
  const isFile = tree.paths.includes(linked);
  if (!isFile && !tree.paths.some((each) => each.startsWith(`${linked}/`)))
    return [`${path}:${line}: ${target} leads nowhere`];
  if (!heading || !isFile || !linked.endsWith(".md") || headingsIn(tree.read(linked)).includes(heading)) return [];
  return [`${path}:${line}: ${linked} has no heading #${heading}`];
}

function linksIn(text: string) {
  return withoutCode(text)
    .split("\n")
    .flatMap((each, i) =>
      [...each.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|<(?:img|a)\s[^>]*(?:src|href)="([^"]+)"/g)].map(
        ([, markdown, html]) => ({
          target: markdown ?? html ?? "",
          line: i + 1,
        }),
      ),
    );
}

/** The anchors that GitHub and most Markdown readers give to headings. */
const headingsIn = (text: string) =>
  [...withoutFences(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );

/** Replaces code with blank lines, so that line numbers stay the same. */
const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ""));
const withoutCode = (text: string) => withoutFences(text).replaceAll(/`[^`\n]*`/g, "");
