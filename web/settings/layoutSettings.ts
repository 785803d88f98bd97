import { recordOf, type StoredSettings } from "#web/settings/settings.ts";

// Each setting is the list of its values, the default first; the type, the check and the settings panel follow from it.
const on = [true, false] as const;
const off = [false, true] as const;
const bar = { style: ["fixed", "static"], position: ["below", "above"] } as const;

const vertical = {
  mode: ["fullwidth", "boxed"],
  scroll: ["content", "body"],
  navbar: { display: on, position: ["left", "right"], style: ["fixed"], folded: off },
  toolbar: { display: on, ...bar },
  footer: { display: off, ...bar },
  leftSidePanel: { display: on },
  rightSidePanel: { display: on },
} as const;

const horizontal = {
  ...vertical,
  mode: ["fullwidth", "boxed", "container"],
  scroll: ["body"],
  navbar: { display: on, position: ["left"], style: ["fixed", "static"], folded: [false] },
} as const;

const dense = {
  ...horizontal,
  mode: ["container", "fullwidth", "boxed"],
  toolbar: { display: on, style: bar.style, position: ["above", "below"] },
} as const;

/** The options of `layout.config` (spec 000 §2: layout options are template settings). A single value is no option. */
export const layoutOptions = { layout1: vertical, layout2: horizontal, layout3: dense } as const;
export type LayoutStyle = keyof typeof layoutOptions;
export const layoutStyles = ["layout1", "layout2", "layout3"] as const satisfies readonly LayoutStyle[];

export const themeCodes = [
  "default",
  "legacy",
  "sunset",
  "greeny",
  "beach",
  "tech",
  "sweetHues",
  "defaultDark",
  "deepOcean",
  "slate",
] as const;
export type ThemeCode = (typeof themeCodes)[number];

/** A bar may also be the light or the dark variant of the main theme. */
export const slotThemes = [...themeCodes, "mainThemeLight", "mainThemeDark"] as const;

export const otherOptions = {
  theme: { main: themeCodes, navbar: slotThemes, toolbar: slotThemes, footer: slotThemes },
  customScrollbars: on,
  animations: on,
} as const;

export type Options = { readonly [name: string]: readonly unknown[] | Options };
type ValuesOf<Choices> = {
  readonly [Name in keyof Choices]: Choices[Name] extends readonly (infer Value)[] ? Value : ValuesOf<Choices[Name]>;
};
type BarConfig = {
  readonly display: boolean;
  /** A static bar scrolls with the page. */
  readonly style: "fixed" | "static";
  /** Above or below the side menu: across the whole frame, or beside the menu; for a horizontal menu before or after it. */
  readonly position: "above" | "below";
};
export type LayoutConfig = {
  /** The frame takes the whole window, or is 1280 px wide; or the content is 1120 px wide (spec 000 §9). */
  readonly mode: "fullwidth" | "boxed" | "container";
  /** What scrolls: the content below fixed bars, or the page. */
  readonly scroll: "content" | "body";
  readonly navbar: {
    readonly display: boolean;
    readonly position: "left" | "right";
    readonly style: "fixed" | "static";
    readonly folded: boolean;
  };
  readonly toolbar: BarConfig;
  readonly footer: BarConfig;
  readonly leftSidePanel: { readonly display: boolean };
  readonly rightSidePanel: { readonly display: boolean };
};

/** How the shell is laid out and coloured, in the shape that the template stores. */
export type LayoutSettings = ValuesOf<typeof otherOptions> & {
  readonly layout: { readonly style: LayoutStyle; readonly config: LayoutConfig };
  /** Null: that of the language. */
  readonly direction: "ltr" | "rtl" | null;
};

/** The layout in stored settings. What is missing or not allowed in this layout is the default. */
export function layoutSettingsOf(stored: StoredSettings): LayoutSettings {
  const { style, config } = recordOf(stored["layout"]);
  const known = layoutStyles.find((one) => one === style) ?? "layout1";
  const { direction } = stored;
  return {
    ...valuesOf(otherOptions, stored),
    layout: { style: known, config: valuesOf(layoutOptions[known], config) as LayoutConfig },
    direction: direction === "ltr" || direction === "rtl" ? direction : null,
  };
}

function valuesOf<Choices extends Options>(options: Choices, stored: unknown): ValuesOf<Choices> {
  const values = recordOf(stored);
  return Object.fromEntries(
    Object.entries(options).map(([name, allowed]) => [
      name,
      isList(allowed) ? (allowed.includes(values[name]) ? values[name] : allowed[0]) : valuesOf(allowed, values[name]),
    ]),
  ) as ValuesOf<Choices>;
}

export const isList = (allowed: readonly unknown[] | Options): allowed is readonly unknown[] => Array.isArray(allowed);
