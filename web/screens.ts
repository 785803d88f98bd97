import type { ComponentType } from "react";
import type { Operation } from "#base/contract.ts";
import type { Transport } from "#web/call.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";

/** The languages of the screens, by BCP 47. Adding one here requires message files for it in every feature. */
export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

/** A feature's messages, in i18next's format. */
export type Messages = { readonly [key: string]: string | Messages };

export type ScreenRoute = {
  /** Parameters as `$brandId`. */
  readonly path: `/${string}`;
  /**
   * What a user needs: an operation's permission, to be signed in, or nothing. The operation is imported on demand, as
   * in `() => import("#features/catalogue/brands/contract.ts").then(({ brands }) => brands.list)`: if `routes.tsx`
   * imported it statically, the login screen would load every contract.
   */
  readonly needs: (() => Promise<Operation>) | "session" | "public";
  /** Loaded with the route, together with the feature's messages. */
  readonly load: () => Promise<ComponentType>;
  /** `bare` leaves out menu and toolbar (spec 000 §2: login and forgot-password). */
  readonly frame?: "bare";
  /** Redirects there instead, such as `/apps/brand` to its list. */
  readonly redirectTo?: `/${string}`;
};

/** The formatters of what the audit log has under a resource. `load` returns a hook. */
export type HistoryTexts = { readonly resource: string; readonly load: () => Promise<() => FieldFormatters> };

type AccountPart = { readonly name: string; readonly load: () => Promise<ComponentType> };
/** The groups of the section with the demo applications. */
export type MenuGroup = "work" | "people" | "content";

/** Fields of a navigation item (spec 000 §3) that the server's rows do not have: for a path and those below it. */
export type NavigationFields = {
  readonly url: `/${string}`;
  readonly group?: MenuGroup;
  readonly badge?: { readonly title: string; readonly bg: string; readonly fg: string };
  readonly auth?: readonly string[];
  readonly exact?: boolean;
  readonly target?: string;
};

export type PanelPartProps = { readonly onClose: () => void };
export type PanelButtonProps = { readonly onOpen: () => void };

/** The screens of a feature. Listed in `features/web.ts` or `demos/web.ts`. */
export type Screens = {
  /** The folder's name, and the i18next namespace of its messages. */
  readonly name: string;
  readonly messages: Readonly<Record<Language, () => Promise<{ default: Messages }>>>;
  /** Translations of the menu's titles, which the server sends in English (spec 000 §3). */
  readonly menuTitles?: Readonly<Record<string, Readonly<Record<Exclude<Language, "en">, string>>>>;
  readonly navigation?: readonly NavigationFields[];
  /** The number of open tasks behind a menu entry, by its path. Requested while the entry is visible. */
  readonly menuCounts?: Readonly<Record<`/${string}`, (transport: Transport) => Promise<number>>>;
  /** Labels and texts of audited fields, the same in the record's history and in the audit log. */
  readonly history?: readonly HistoryTexts[];
  /** Drawn over every framed screen for signed-in users, for notices that must appear on any screen. */
  readonly companion?: () => Promise<ComponentType>;
  /** A part of the own account’s page, at `/apps/account/<name>`. Loaded with the area’s messages. */
  readonly accountPart?: AccountPart;
  /** Beside the titles of the records that it is for. Loaded after the page, with the area’s messages. */
  readonly recordTool?: {
    /** Whether it shows on the page at this path. Its place is kept while it loads. */
    readonly isAt: (path: string) => boolean;
    readonly load: () => Promise<ComponentType>;
  };
  /**
   * A part of the quick panel at the side, such as the notifications. Its button in the toolbar, such as the bell,
   * opens the panel; without one there is a plain button.
   */
  readonly quickPanel?: {
    readonly part: () => Promise<ComponentType<PanelPartProps>>;
    readonly button?: () => Promise<ComponentType<PanelButtonProps>>;
  };
  /** The chat beside every screen. Its button is in the toolbar as soon as an area provides it. */
  readonly chatPanel?: { readonly part: () => Promise<ComponentType<PanelPartProps>> };
  readonly routes: readonly ScreenRoute[];
};
