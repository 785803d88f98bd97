import { createTransport } from "nodemailer";

export type Transporter = ReturnType<typeof smtpTransport>;

/** Emails are built from texts of ours and of the database. None of them may include a file or a URL's content. */
const sealed = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Sends emails through the server of a `smtp:` or `smtps:` URL, with `from` as the sender. */
export const smtpTransport = (url: string, from: string) => createTransport(url, { from, ...sealed });
