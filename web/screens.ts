import type { ComponentType } from "react";
import type { Operation } from "#base/contract.ts";
import type { Transport } from "#web/call.ts";

/** The languages of the screens, by BCP 47. Adding one here asks for its word files everywhere. */
export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

/** A feature's texts, as i18next reads them. */
export type Words = { readonly [key: string]: string | Words };

export type ScreenRoute = {
  /** Parameters as `$brandId`. */
  readonly path: `/${string}`;
  /**
   * What a person needs: an operation's permission, to be signed in, or nothing. The operation is imported when it is
   * asked for, as in `() => import("#features/catalogue/brands/contract.ts").then(({ brands }) => brands.list)`: imported at the
   * top of `routes.tsx`, every contract would travel with the login screen.
   */
  readonly needs: (() => Promise<Operation>) | "session" | "public";
  /** Loaded when the route is, with the feature's words. */
  readonly load: () => Promise<ComponentType>;
  /** `bare` leaves out menu and toolbar (spec 000 §2: login and forgot-password). */
  readonly frame?: "bare";
  /** Goes there instead, such as `/apps/brand` to its list. */
  readonly redirectTo?: `/${string}`;
};

/** What a feature shows. Listed in `features/web.ts` or `demos/web.ts`. */
export type Screens = {
  /** The folder's name, and the i18next namespace of its words. */
  readonly name: string;
  readonly words: Readonly<Record<Language, () => Promise<{ default: Words }>>>;
  /** The menu's titles come from the server in English (spec 000 §3); these are their translations. */
  readonly menuTitles?: Readonly<Record<string, Readonly<Record<Exclude<Language, "en">, string>>>>;
  /** How much waits behind an entry of the menu, by its path. Asked for while the entry is in sight. */
  readonly menuCounts?: Readonly<Record<`/${string}`, (transport: Transport) => Promise<number>>>;
  /** Drawn over every framed screen of whoever is signed in, for what has to be told wherever they are. */
  readonly companion?: () => Promise<ComponentType>;
  readonly routes: readonly ScreenRoute[];
};
