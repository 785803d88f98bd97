import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { openMail } from "#hosts/node/mail.ts";

const email = {
  to: "huda@mizan.example",
  subject: "تعيين كلمة مرور جديدة",
  text: "السلام عليكم\n\nhttps://mizan.test/reset-password#secret-of-the-link\n",
};

test("sends an email to the SMTP server, with the sender of SMTP_URL", async () => {
  const { server, url } = await startSmtp();
  const { log, lines } = listeningLog();
  await openMail({ smtpUrl: `${url}/?from=${encodeURIComponent("Mizan <post@mizan.example>")}`, ...nowhere, log }).send(
    email,
  );

  expect(server.received).toHaveLength(1);
  const [message] = server.received;
  expect(message).toMatchObject({ from: "post@mizan.example", to: ["huda@mizan.example"] });
  expect(decoded(message!.source)).toContain("https://mizan.test/reset-password#secret-of-the-link");
  expect(message!.source).toContain("From: Mizan <post@mizan.example>");
  expect(JSON.stringify(lines)).not.toContain("secret-of-the-link");
});

test("treats the recipient as one address, whatever it contains", async () => {
  const { server, url } = await startSmtp();
  const { log } = listeningLog();
  const mail = openMail({ smtpUrl: url, ...nowhere, log });
  await mail.send({ ...email, to: "huda@mizan.example, stranger@elsewhere.example" }).catch(() => {});
  await mail.send({ ...email, subject: "Hello\r\nBcc: stranger@elsewhere.example" });

  expect(server.received.flatMap(({ to }) => to)).not.toContain("stranger@elsewhere.example");
});

test("does not send the password if the server offers no TLS", async () => {
  const { server, url } = await startSmtp({ hideSTARTTLS: true });
  const { log } = listeningLog();
  // Another name of this machine, as 127.0.0.1 is trusted.
  const elsewhere = url.replace("//127.0.0.1", "//mizan:secret@0.0.0.0");
  await expect(openMail({ smtpUrl: elsewhere, ...nowhere, log }).send(email)).rejects.toThrow(/TLS/i);
  expect(server.passwords).toEqual([]);
});

test("fails loudly when the server refuses, so that the job is retried", async () => {
  const { url } = await startSmtp({ onRcptTo: (_address, _session, answer) => answer(new Error("mailbox full")) });
  const { log } = listeningLog();
  await expect(openMail({ smtpUrl: url, ...nowhere, log }).send(email)).rejects.toThrow("mailbox full");
});

test("without an SMTP server writes emails to files that only the owner can read, and logs the path but not the text", async () => {
  const directory = mkdtempSync(join(tmpdir(), "mizan-mail-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { log, lines } = listeningLog();
  const mail = openMail({ smtpUrl: null, directory, log });
  await mail.send(email);
  await mail.send(email);

  const names = readdirSync(join(directory, "mail"));
  expect(names).toHaveLength(2);
  const path = join(directory, "mail", names[0]!);
  const [, to] = readFileSync(path, "utf8").split("\r\n");
  expect(to).toBe("To: <huda@mizan.example>");
  // As a user copies it, or a script reads it.
  expect(readFileSync(path, "utf8")).toContain("\r\n\r\nhttps://mizan.test/reset-password#secret-of-the-link\r\n");
  expect([statSync(path).mode & 0o777, statSync(join(directory, "mail")).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(lines.map(({ event }) => event)).toEqual(["letter written", "letter written"]);
  expect(JSON.stringify(lines)).toContain(path);
  expect(JSON.stringify(lines)).not.toContain("secret-of-the-link");
});

const nowhere = { directory: "/nonexistent" };

type ReceivedEmail = { from: string; to: string[]; source: string };

async function startSmtp(options: SMTPServerOptions = {}) {
  const received: ReceivedEmail[] = [];
  const passwords: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (auth, _session, answer) => {
      passwords.push(String(auth.password));
      answer(null, { user: auth.username });
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        answer();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  const { port } = smtp.server.address() as AddressInfo;
  return { server: { received, passwords }, url: `smtp://127.0.0.1:${port}` };
}

/** The body as its reader sees it: base64 for Arabic text, quoted-printable for the rest. */
function decoded(source: string): string {
  const body = source.slice(source.indexOf("\r\n\r\n"));
  return /base64/i.test(source)
    ? Buffer.from(body, "base64").toString()
    : body
        .replaceAll("=\r\n", "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function listeningLog() {
  const lines: { event: string; facts: unknown }[] = [];
  const write = (event: string, facts: unknown = {}) => void lines.push({ event, facts });
  return { lines, log: { info: write, warn: write, error: write } };
}
