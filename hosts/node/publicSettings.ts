import { isThisMachine } from "#hosts/node/thisMachine.ts";

type StartOptions = {
  readonly allowsCredentialsInUrl: boolean;
  readonly publicUrl: string;
  readonly host: string;
  readonly databaseUrl: string | null;
  readonly migrationDatabaseUrl: string | null;
};

/**
 * Settings that are fine on the local machine and dangerous where users connect from others, as PUBLIC_URL shows
 * (reliability R27). Each with what is allowed instead. `proxies` is the TRUSTED_PROXIES setting.
 */
export function dangersInPublic({ publicUrl }: { readonly publicUrl: string }, proxies = ""): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  if (isThisMachine(hostname)) return [];
  if (protocol !== "https:")
    return [
      `PUBLIC_URL=${JSON.stringify(publicUrl)} would let passwords travel in the clear, and browsers give passkeys to ` +
        "https alone. Allowed: https:// and the name that a proxy answers to; http:// only on this machine (localhost).",
    ];
  if (proxies.trim() === "")
    return [
      "TRUSTED_PROXIES is not set, and PUBLIC_URL is https, which a proxy speaks for Mizan: everybody would come from " +
        "its address, and wait for each other's wrong passwords. Allowed: how many proxies write X-Forwarded-For, " +
        "mostly 1; 0 where none does.",
    ];
  return [];
}

/** Warnings for settings that are allowed but should be known to the operator. */
export function cautions(config: StartOptions): string[] {
  const { databaseUrl, migrationDatabaseUrl, host, publicUrl, allowsCredentialsInUrl } = config;
  const reported: string[] = [];
  if (allowsCredentialsInUrl && !isThisMachine(new URL(publicUrl).hostname))
    reported.push(
      "ALLOW_CREDENTIALS_IN_URL=yes leaves passwords in the logs of every proxy: use it to try out a client only",
    );
  if (databaseUrl !== null && migrationDatabaseUrl === null)
    reported.push(
      "DATABASE_URL names the owner of the tables, who may also alter them and change the audit log: " +
        "set MIGRATION_DATABASE_URL to the owner, and DATABASE_URL to a role that may only connect",
    );
  if (!isThisMachine(host) && isThisMachine(new URL(publicUrl).hostname))
    reported.push(
      `HOST=${host} answers other machines in the clear, and PUBLIC_URL is of this one: put a proxy with https in front`,
    );
  return reported;
}
