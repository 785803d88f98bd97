import { eventsPath } from "#base/menuItems.ts";

/** Menu entries without a feature yet. Until there is one, they show a placeholder screen. */
export const comingPaths: readonly `/${string}`[] = [eventsPath];
