import * as fields from "#base/fields.ts";
import * as z from "zod/mini";
import { refusals } from "#base/refusal.ts";

// What the event stream sends (docs/decisions/0090). No record travels in it: a screen reads again what has changed.

/** Records changed. `ids` is null if they are too many to name, or if the receiver may not learn which. */
export type Change = {
  readonly resource: string;
  readonly ids: readonly string[] | null;
  readonly isGone: boolean;
  readonly actorId: string | null;
  /** That of the call: it begins with the id of the client that sent it. */
  readonly requestId: string;
};

export const presenceModes = ["viewing", "editing", "typing"] as const;
export type PresenceMode = (typeof presenceModes)[number];

/** A user who has a record open. */
export const Present = z.object({ userId: z.string(), name: z.string(), mode: z.enum(presenceModes) });
export interface Present extends z.output<typeof Present> {}

/** Who has a record open. */
export const PresentAt = z.object({ id: z.string(), people: z.array(Present) });
export interface PresentAt extends z.output<typeof PresentAt> {}

/** The data of each kind of frame. */
export type Frames = {
  readonly hello: { readonly cursor: string };
  readonly change: Change;
  readonly presence: { readonly resource: string } & PresentAt;
  /** What `publish` sends to certain users. */
  readonly notification: Readonly<Record<string, unknown>>;
  /** The caller’s rights have changed, or the session is over and the stream ends. */
  readonly session: { readonly rights: string } | { readonly isOver: true };
  /** Events are missing: whatever was read before may have changed. */
  readonly reset: { readonly cursor: string };
};
export type FrameKind = keyof Frames;

/** A user who has not been seen for this long has left. Clients renew their presence much more often. */
export const presenceMs = 45_000;
export const presenceEveryMs = 20_000;
/** A comment is sent this often, so that a stream that is silent for longer has broken off. */
export const heartbeatMs = 25_000;

export const recordId = () => fields.text({ min: 1, max: 64 });

export const streamRefusals = refusals({
  too_many_streams: { status: 503, message: "Too many live connections are open. Try again in a moment." },
});
