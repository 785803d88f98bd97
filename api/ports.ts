import type { Instant } from "#base/time.ts";

// What a host must bring. Each port is the least the services need, so that both hosts can bring it whole.

/** A structured line: what happened, and its facts. Never a token, a password or a link that signs in (reliability R30). */
export type Log = {
  readonly info: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
  readonly error: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
};

export type Email = { readonly to: string; readonly subject: string; readonly text: string };

export type Mail = {
  /** `false` where letters cannot leave, as in the browser; screens say so. */
  readonly canSend: boolean;
  /** Letters stay in the house, as files. Whoever must be reached by a link is given it in another way. */
  readonly keepsLetters?: true;
  /** Hands the letter over. Resolves when it is accepted; where no SMTP server is set it is written to a file. */
  readonly send: (letter: Email) => Promise<void>;
};

export type Files = {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** `null` when nothing is stored under the key. */
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly remove: (key: string) => Promise<void>;
};

/** Reads pictures that strangers made. Slow and hungry, so each host brings one that does not block its other calls. */
export type Pictures = {
  /**
   * Decodes a picture whose type and size are known to be fit, turns it upright, and encodes nothing but its pixels anew:
   * once for each edge, which is the larger side at most; a smaller picture stays as it is. Answers null when it is
   * damaged or not whole.
   */
  readonly remake: (picture: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly mediaType: string;
    readonly edges: readonly number[];
  }) => Promise<RemadePicture | null>;
};

export type RemadePicture = {
  /** In pixels, of the first edge. */
  readonly width: number;
  readonly height: number;
  readonly mediaType: "image/webp" | "image/png";
  /** In the order of the edges. */
  readonly sizes: readonly Uint8Array<ArrayBuffer>[];
  /** A few pixels of it, as a `data:` address. */
  readonly placeholder: string;
};

export type Jobs = {
  /** Wakes the worker now instead of at its next tick. The row in `jobs` is what counts; this is only a nudge. */
  readonly wake: () => void;
};

/** Calls that leave the house. Only to addresses that an administrator named, or that those name (reliability R23). */
export type HttpClient = {
  /**
   * Sends, and answers once the whole body is there. Rejects after 3 s, at a redirect, beyond 1 MB, and for an address
   * that is neither https nor this machine.
   */
  readonly send: (request: Request) => Promise<Response>;
};

/** Texts that leave the house for addresses that people name, such as those of webhooks (reliability R23). */
export type Parcels = {
  /** `false` where nothing can leave, as in the browser; screens say so. */
  readonly canPost: boolean;
  /**
   * Posts over https to a public address, which is resolved once and then connected to, or to a host that the settings
   * name. Never rejects. The body of the answer is thrown away.
   */
  readonly post: (parcel: WebhookRequest) => Promise<Receipt>;
  /** Whether `post` would try, as far as the address itself tells: what its name stands for is only known then. */
  readonly mayPost: (url: string) => boolean;
};

export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What the receiver answered, or why nothing came back. */
export type Receipt =
  | { readonly status: number }
  | { readonly failure: "address_private" | "not_protected" | "not_found" | "no_answer" | "redirected" };

/** Slow on purpose, so each host brings one that does not block its other calls. Stored as PHC strings of argon2id. */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, phc: string) => Promise<boolean>;
};

/**
 * Keeps a secret in the database that must be read again, such as an authenticator's key or an account to be paid to:
 * AES-256-GCM with a key that the host keeps elsewhere, so that a copy of the database tells nothing.
 */
export type Cipher = {
  /** `purpose` names the one place where it may be opened, such as `authenticator:<userId>`. It is not secret. */
  readonly seal: (plain: Uint8Array<ArrayBuffer>, purpose: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Throws when it was changed, or sealed for another purpose or with another key. */
  readonly open: (sealed: Uint8Array, purpose: string) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The ports as one host brings them, and its clock. */
export type Ports = {
  readonly now: () => Instant;
  readonly log: Log;
  readonly mail: Mail;
  readonly files: Files;
  readonly pictures: Pictures;
  /**
   * The bytes of a picture of sample records, by its path in the repository: `features/catalogue/brands/api/samples/noor.webp`. Only
   * seeds read them, so the browser host, whose first database was filled by its build, has none.
   */
  readonly readSample: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly passwords: Passwords;
  readonly cipher: Cipher;
  readonly httpClient: HttpClient;
  readonly webhookClient: Parcels;
  /** Tells a database that is away from a mistake of ours, so that the first answers 503 and the second 500. */
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
};
