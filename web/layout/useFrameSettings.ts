import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useLayoutEffect, useState } from "react";
import { frameMeasures } from "#web/layout/frameMeasures.ts";
import { loadedLayout, loadAppearance } from "#web/layout/layouts/loadLayout.ts";
import { type Slot, slotTheme } from "#web/layout/slotTheme.ts";
import { readEffectiveSettings } from "#web/settings/settings.ts";
import { useLayoutSettings } from "#web/settings/useLayoutSettings.ts";

/**
 * The settings of the layout once everything that they need is loaded: until then those before, so that a change shows
 * at once and complete. The frame's route has loaded what the first ones need.
 */
export function useFrameSettings() {
  const wanted = useLayoutSettings();
  const [settings, setSettings] = useState(wanted);
  useEffect(() => {
    let isLast = true;
    void loadAppearance(wanted).then(() => isLast && setSettings(wanted));
    // Also for a change in another tab.
    void import("#web/settings/describePage.ts").then(({ describePage }) => describePage(readEffectiveSettings()));
    return () => void (isLast = false);
  }, [wanted]);
  const tone = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const known = loadedLayout(settings.layout.style);
  return {
    settings: known ? settings : { ...settings, layout: { ...settings.layout, style: "layout1" as const } },
    Layout: known ?? loadedLayout("layout1")!,
    themeOf: (slot: Slot) => slotTheme(settings, slot, tone),
  };
}

/** Sets the measures of the frame on the page, for as long as the frame is shown. */
export function useMeasures(...of: Parameters<typeof frameMeasures>): void {
  const measures = frameMeasures(...of);
  const text = JSON.stringify(measures);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const entries = Object.entries(JSON.parse(text) as typeof measures);
    for (const [name, value] of entries) style.setProperty(name, value);
    return () => {
      for (const [name] of entries) style.removeProperty(name);
    };
  }, [text]);
}
