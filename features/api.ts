import type { Feature } from "#api/serve.ts";
import { brandsFeature } from "#features/brands/api/routes.ts";
import { sessionFeature } from "#features/session/api/routes.ts";

/** The product's features. Their order is the menu's order. */
export const features: readonly Feature[] = [sessionFeature, brandsFeature];
