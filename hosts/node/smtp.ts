import { createTransport } from "nodemailer";

export type Transporter = ReturnType<typeof smtpTransport>;

/** What a letter is made of are texts of ours and of the database. None of them may have a file or a page read in. */
const sealed = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Hands letters to the server of a `smtp:` or `smtps:` address, as coming from `from`. */
export const smtpTransport = (url: string, from: string) => createTransport(url, { from, ...sealed });
