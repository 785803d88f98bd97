import type { Layout } from "#web/layout/layoutProps.ts";
import { Vertical } from "#web/layout/layouts/Vertical.tsx";
import type { LayoutSettings, LayoutStyle } from "#web/settings/layoutSettings.ts";
import { readLayoutSettings } from "#web/settings/useLayoutSettings.ts";

const loaded = new Map<LayoutStyle, Layout>([["layout1", Vertical]]);

/** The layout if it is loaded. The default one always is; the others come when they are chosen. */
export const loadedLayout = (style: LayoutStyle): Layout | undefined => loaded.get(style);

/** Loads what the user's settings need, so that the frame is complete when it is first drawn. */
export const loadFirstAppearance = (): Promise<void> => loadAppearance(readLayoutSettings());

/** Loads what these settings need, and stays with what is there if that fails. */
export async function loadAppearance({ layout, theme }: LayoutSettings): Promise<void> {
  const hasTheme = Object.values(theme).some((code) => code !== "default");
  await Promise.all([loadLayout(layout.style), hasTheme && import("#web/themes.css")]).catch(() => undefined);
}

async function loadLayout(style: LayoutStyle): Promise<void> {
  if (loaded.has(style)) return;
  const layout =
    style === "layout2"
      ? (await import("#web/layout/layouts/Horizontal.tsx")).Horizontal
      : (await import("#web/layout/layouts/Dense.tsx")).Dense;
  loaded.set(style, layout);
}
