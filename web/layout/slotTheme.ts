import type { LayoutSettings } from "#web/settings/layoutSettings.ts";
import { darkThemes } from "#web/settings/settings.ts";

export type Slot = Exclude<keyof LayoutSettings["theme"], "main">;
export type Tone = "light" | "dark";

/** The attributes by which a bar has a theme of its own: none if it looks like the page. */
export function slotTheme(
  { theme }: LayoutSettings,
  slot: Slot,
  pageTone: Tone,
): { readonly "data-theme"?: string; readonly "data-tone"?: Tone } {
  const chosen = theme[slot];
  const isMain = chosen === "mainThemeLight" || chosen === "mainThemeDark";
  const code = isMain ? theme.main : chosen;
  const wanted = chosen === "mainThemeLight" ? "light" : chosen === "mainThemeDark" ? "dark" : pageTone;
  const tone = darkThemes.includes(code) ? "dark" : wanted;
  return code === theme.main && tone === pageTone ? {} : { "data-theme": code, "data-tone": tone };
}
