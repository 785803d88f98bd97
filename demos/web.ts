import { todoScreens } from "#demos/todo/web/routes.tsx";
import type { Screens } from "#web/screens.ts";

export const demoScreens: readonly Screens[] = [todoScreens];
