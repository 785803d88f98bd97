import type { Instant } from "#base/time.ts";

// What a host must provide. Each port is the minimum that services need, so that both hosts can provide all of it.

/**
 * A structured line: what happened, and its facts. Never a token, a password or a link that signs in (reliability R30).
 */
export type Log = {
  readonly info: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
  readonly error: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
};

export type Email = { readonly to: string; readonly subject: string; readonly text: string };

export type Mail = {
  /** `false` where emails can't be sent, as in the browser; screens say so. */
  readonly canSend: boolean;
  /** Emails are only stored as files. Users who need a link get it in another way. */
  readonly keepsLetters?: true;
  /** Sends the email. Resolves when it is accepted; if no SMTP server is configured, it is written to a file. */
  readonly send: (email: Email) => Promise<void>;
};

export type Files = {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** `null` when nothing is stored under the key. */
  readonly get: (key: string) => Promise<Uint8Array | null>;
  readonly remove: (key: string) => Promise<void>;
};

/**
 * Reads pictures from untrusted sources. Slow and memory-intensive, so each host uses an implementation that does not
 * block its other calls.
 */
export type Pictures = {
  /**
   * Decodes a picture whose type and size are already checked, rotates it upright, and re-encodes only its pixels: once
   * for each edge, which is the longer side at most; a smaller picture is not enlarged. Answers null if it is damaged
   * or incomplete.
   */
  readonly remake: (picture: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly mediaType: string;
    readonly edges: readonly number[];
  }) => Promise<RemadePicture | null>;
};

export type RemadePicture = {
  /** In pixels, of the picture for the first edge. */
  readonly width: number;
  readonly height: number;
  readonly mediaType: "image/webp" | "image/png";
  /** In the order of the edges. */
  readonly sizes: readonly Uint8Array<ArrayBuffer>[];
  /** A tiny version of it, as a `data:` URL. */
  readonly placeholder: string;
};

export type Jobs = {
  /** Wakes the worker now instead of at its next tick. Only a hint: the row in `jobs` is what counts. */
  readonly wake: () => void;
};

/** Outgoing calls. Only to URLs that an administrator configured, or that those refer to (reliability R23). */
export type HttpClient = {
  /**
   * Sends, and answers once the whole body is there. Rejects after 3 s, at a redirect, beyond 1 MB, and for an address
   * that is neither https nor this machine.
   */
  readonly send: (request: Request) => Promise<Response>;
};

/** Requests to URLs that users enter, such as those of webhooks (reliability R23). */
export type WebhookClient = {
  /** `false` where nothing can be sent, as in the browser; screens say so. */
  readonly canPost: boolean;
  /**
   * Posts over https to a public address, which is resolved once and then connected to, or to a host that the settings
   * allow. Never rejects. The response body is discarded.
   */
  readonly post: (request: WebhookRequest) => Promise<DeliveryResult>;
  /** Whether `post` would try, judging by the URL alone: its host name is resolved only when posting. */
  readonly mayPost: (url: string) => boolean;
};

export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The receiver's response, or why there is none. */
export type DeliveryResult =
  | { readonly status: number }
  | { readonly failure: "address_private" | "not_protected" | "not_found" | "no_answer" | "redirected" };

/**
 * Slow on purpose, so each host uses an implementation that does not block its other calls. Stored as PHC strings of
 * argon2id.
 */
export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (password: string, phc: string) => Promise<boolean>;
};

/**
 * Encrypts secrets that must be read again, such as an authenticator's key or a bank account: AES-256-GCM with a key
 * that the host stores elsewhere, so that a copy of the database reveals nothing.
 */
export type Cipher = {
  /**
   * `purpose` identifies the one place where it may be decrypted, such as `authenticator:<userId>`. It is not secret.
   */
  readonly seal: (plain: Uint8Array<ArrayBuffer>, purpose: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Throws if it was changed, or encrypted for another purpose or with another key. */
  readonly open: (sealed: Uint8Array, purpose: string) => Promise<Uint8Array<ArrayBuffer>>;
  /**
   * HMAC-SHA-256 with a key of its own, to find an encrypted value by what it is. The same text has the same hash within
   * a purpose, and without the key nobody can try texts.
   */
  readonly hash: (text: string, purpose: string) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The ports of one host, and its clock. */
export type Ports = {
  readonly now: () => Instant;
  readonly log: Log;
  readonly mail: Mail;
  readonly files: Files;
  readonly pictures: Pictures;
  /**
   * The bytes of a sample picture, by its path in the repository: `features/catalogue/brands/api/samples/noor.webp`.
   * Only seeds read them, so the browser host, whose first database is filled by the build, has none.
   */
  readonly readSample: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly passwords: Passwords;
  readonly cipher: Cipher;
  readonly httpClient: HttpClient;
  readonly webhookClient: WebhookClient;
  /** Distinguishes an unavailable database (503) from a fault (500). */
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
};
