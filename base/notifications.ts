/** When an email about a notification is sent: never, at once, or with the others of the day. */
export const emailChoices = ["off", "instant", "digest"] as const;
export type EmailChoice = (typeof emailChoices)[number];

type KindDefaults = {
  /** Whether a message appears over the screen, beside the count of the bell. */
  readonly popup: boolean;
  readonly email: EmailChoice;
  /** The area sends emails of its own, with more to say. Notifications send only the digest. */
  readonly hasOwnEmail?: true;
  /** Users are also notified of what they did themselves, such as of the end of a long run. */
  readonly includesActor?: true;
  /** It can’t be muted, and has no digest. */
  readonly isLocked?: true;
};

/** The kinds of notifications, and what applies until a user chooses otherwise. */
const notificationDefaults = {
  approvalRequested: { popup: true, email: "off" },
  approvalDecided: { popup: true, email: "instant", hasOwnEmail: true },
  certificateAssigned: { popup: true, email: "off" },
  certificateDecided: { popup: true, email: "off" },
  certificateExpiring: { popup: false, email: "instant", hasOwnEmail: true },
  importFinished: { popup: true, email: "off", includesActor: true },
  exportFinished: { popup: true, email: "off", includesActor: true },
  bulkFinished: { popup: true, email: "off", includesActor: true },
  payoutFailed: { popup: false, email: "off" },
  lowFunding: { popup: false, email: "instant", hasOwnEmail: true },
  promocodeBudget: { popup: false, email: "instant", hasOwnEmail: true },
  mention: { popup: true, email: "instant" },
  reminder: { popup: true, email: "instant", includesActor: true },
  watchedRecord: { popup: false, email: "off" },
  security: { popup: true, email: "instant", hasOwnEmail: true, includesActor: true, isLocked: true },
} as const satisfies Readonly<Record<string, KindDefaults>>;

export type NotificationKind = keyof typeof notificationDefaults;
export const notificationKinds = Object.keys(notificationDefaults) as NotificationKind[];

/** The same with every property, whether the kind has it or not. */
export const defaultsOf = (kind: NotificationKind): KindDefaults => notificationDefaults[kind];
