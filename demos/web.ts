import type { Screens } from "#web/screens.ts";

export const demoScreens: readonly Screens[] = [];
