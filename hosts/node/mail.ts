import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Email, Log, Mail } from "#api/ports.ts";
import type { Transporter } from "#hosts/node/smtp.ts";

/** An unresponsive mail server must not delay the jobs after this email. */
const patienceMs = 10_000;

/**
 * Sends emails through the SMTP server of `smtpUrl`, or writes them to files under `<directory>/mail` if it is not set.
 *
 * The sender is the URL's `from`, else its user if that is an address. Credentials are only sent over TLS, unless the
 * server is this machine or the URL contains `ignoreTLS=true`. The log contains the path of an email and never its
 * text.
 */
export function openMail({ smtpUrl, directory, log }: { smtpUrl: string | null; directory: string; log: Log }): Mail {
  return smtpUrl === null ? fileMail(join(directory, "mail"), log) : smtpMail(new URL(smtpUrl), log);
}

function smtpMail(url: URL, log: Log): Mail {
  const from = senderOf(url);
  let transport: Promise<Transporter> | undefined;
  return {
    canSend: true,
    send: async (email) => {
      // Imported with the first email: it would be a seventh of the code that a start loads.
      transport ??= import("#hosts/node/smtp.ts").then(({ smtpTransport }) => smtpTransport(connectionUrl(url), from));
      const { messageId } = await (await transport).sendMail(messageOf(email));
      log.info("letter sent", { messageId });
    },
  };
}

function fileMail(folder: string, log: Log): Mail {
  return {
    canSend: true,
    keepsLetters: true,
    send: async (email) => {
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(4).toString("hex")}.eml`;
      const path = join(folder, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, eml(email), { mode: 0o600, flag: "wx", flush: true });
      log.info("letter written", { path });
    },
  };
}

/**
 * RFC 5322 with plain text. The usual encodings break long lines, and with them the link that an administrator without
 * a mail server copies from the file.
 */
function eml({ to, subject, text }: Email): string {
  const headers = [
    `From: ${senderOf(new URL("smtp://localhost"))}`,
    `To: <${to.replaceAll(/[\r\n<>]/g, "")}>`,
    `Subject: =?UTF-8?B?${Buffer.from(subject).toString("base64")}?=`,
    `Date: ${new Date().toUTCString()}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  return [...headers, "", ...text.split(/\r?\n/), ""].join("\r\n");
}

// An object and not a text, so that a comma in an address can't add a second recipient.
const messageOf = ({ to, subject, text }: Email) => ({ to: { name: "", address: to }, subject, text });

function senderOf(url: URL): string {
  const user = decodeURIComponent(url.username);
  return url.searchParams.get("from") ?? `Mizan <${user.includes("@") ? user : `mizan@${url.hostname}`}>`;
}

function connectionUrl(url: URL): string {
  const connection = new URL(url);
  const set = (name: string, value: string) => {
    if (!connection.searchParams.has(name)) connection.searchParams.set(name, value);
  };
  connection.searchParams.delete("from");
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"]) set(name, String(patienceMs));
  const isThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const isWaived = url.searchParams.get("ignoreTLS") === "true";
  if (url.username !== "" && !isThisMachine && !isWaived) set("requireTLS", "true");
  return connection.href;
}
