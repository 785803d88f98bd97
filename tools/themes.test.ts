import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrastOf } from "#web/layout/contrast.ts";
import { slotTheme, type Tone } from "#web/layout/slotTheme.ts";
import { layoutSettingsOf, slotThemes, themeCodes } from "#web/settings/layoutSettings.ts";
import { darkThemes } from "#web/settings/settings.ts";

type Tokens = Readonly<Record<string, string>>;

const tokensCss = readFileSync("web/tokens.css", "utf8");
const themesCss = readFileSync("web/themes.css", "utf8");

/** The custom properties of the rule with this selector. */
function tokensOf(css: string, selector: string): Tokens {
  const found = css.replaceAll(/\s+/g, " ").split(`${selector} {`)[1];
  if (found === undefined) throw new Error(`no rule for ${selector}`);
  return Object.fromEntries(
    [...found.split("}")[0]!.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]),
  );
}

const light = tokensOf(tokensCss, ':root, [data-tone="light"]');
const defaults: Readonly<Record<Tone, Tokens>> = {
  light,
  dark: { ...light, ...tokensOf(tokensCss, ':root[data-mantine-color-scheme="dark"], [data-tone="dark"]') },
};

/** The tokens that a theme has in a tone: those of the default theme, and over them its own. */
function themeTokens(code: string, tone: Tone): Tokens {
  if (code === "default" || code === "defaultDark") return defaults[tone];
  if (tone === "light") return { ...defaults.light, ...tokensOf(themesCss, `[data-theme="${code}"]`) };
  const selector = `:root[data-mantine-color-scheme="dark"][data-theme="${code}"], [data-tone="dark"][data-theme="${code}"]`;
  return { ...defaults.dark, ...tokensOf(themesCss, selector) };
}

const backgrounds = ["bg", "subtle", "raised", "hover", "primary-tint"];
const states = ["ok", "warn", "error", "info"];
const stateTints = states.map((state) => `${state}-tint`);
/** Every pair that the screens draw, and the contrast that it needs (WCAG 1.4.3 and 1.4.11). */
const pairs: readonly (readonly [string, readonly string[], number])[] = [
  ["text", [...backgrounds, ...stateTints, "field", "mark"], 4.5],
  ["dimmed", [...backgrounds, ...stateTints, "field"], 4.5],
  ["link", backgrounds, 4.5],
  ["placeholder", ["field"], 4.5],
  ["on-primary", ["primary", "primary-hover"], 4.5],
  ...states.map((state) => [state, ["bg", "subtle", "raised", `${state}-tint`], 4.5] as const),
  ["field-border", ["bg", "subtle", "raised", "field"], 3],
  // The focus ring.
  ["link", [...backgrounds, "field"], 3],
];

const unreadable = (tokens: Tokens) =>
  pairs.flatMap(([front, behind, minimum]) =>
    behind.flatMap((back) => {
      const contrast = contrastOf(tokens[front] ?? "", tokens[back] ?? "");
      return contrast !== null && contrast >= minimum ? [] : [`${front} on ${back}: ${contrast?.toFixed(2)}`];
    }),
  );

describe("every theme", () => {
  const tones: readonly Tone[] = ["light", "dark"];
  const combinations = tones.flatMap((scheme) =>
    themeCodes.flatMap((main) => {
      const tone = darkThemes.includes(main) ? "dark" : scheme;
      const slots = (["navbar", "toolbar", "footer"] as const).flatMap((slot) =>
        slotThemes.map((chosen) => {
          const own = slotTheme(layoutSettingsOf({ theme: { main, [slot]: chosen } }), slot, tone);
          return { main, slot, chosen, code: own["data-theme"] ?? main, tone: own["data-tone"] ?? tone };
        }),
      );
      return [{ main, slot: "main", chosen: main, code: main, tone }, ...slots];
    }),
  );

  test("is one of ten", () => {
    const withLight = ["default", "legacy", "sunset", "greeny", "beach", "tech", "sweetHues"];
    expect(themeCodes.toSorted()).toEqual([...withLight, "defaultDark", "deepOcean", "slate"].sort());
    expect(themeCodes).toHaveLength(10);
  });

  test("is readable in every slot and scheme", () => {
    expect(combinations).toHaveLength(2 * themeCodes.length * (1 + 3 * slotThemes.length));
    const problems = combinations.flatMap(({ main, slot, chosen, code, tone }) =>
      unreadable(themeTokens(code, tone)).map((pair) => `${main}, ${slot} ${chosen}, ${tone}: ${pair}`),
    );
    expect(problems).toEqual([]);
  });

  test("sets the same 16 tokens", () => {
    const rules = [...themesCss.matchAll(/\{([^{}]*--bg[^{}]*)\}/g)].map(([, rule]) =>
      [...rule!.matchAll(/--([\w-]+):/g)].map(([, name]) => name),
    );
    expect(rules).toHaveLength(6 * 2 + 2);
    for (const names of rules) expect(names).toEqual(rules[0]);
    expect(rules[0]).toHaveLength(16);
  });

  test("has the background of its splash screen", () => {
    const splash = readFileSync("web/splash.css", "utf8");
    for (const code of themeCodes.filter((one) => !one.startsWith("default"))) {
      expect(
        tokensOf(
          splash.replaceAll("background: ", "--bg: "),
          `[data-mantine-color-scheme="dark"][data-theme="${code}"] #splash`,
        )["bg"],
      ).toBe(themeTokens(code, "dark")["bg"]);
      if (!darkThemes.includes(code)) expect(themeTokens(code, "light")["bg"]).toBe("#fff");
    }
  });
});
