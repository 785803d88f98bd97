import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";

/** A column that `Cipher.seal` fills, and the purpose of each row's value. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** The column from whose value the purpose is made. */
  readonly owner: string;
  readonly purposeOf: (owner: string) => string;
};

/** The secrets of this database are encrypted with another key than the one given. */
export class OtherKeyError extends Error {}

// How many rows of each column are tried with the key.
const triedMax = 20;
const factName = "cipher_key";

/**
 * Refuses to start with another key than the one that encrypted this database's secrets: reading them would fail later,
 * and new ones could not be read once the right key is back. `fingerprint` does not reveal the key.
 *
 * A database without a stored fingerprint gets this one, unless there are secrets and the key decrypts none of them.
 * Throws OtherKeyError. Call it where no other process starts.
 */
export async function requireSameKey(
  ctx: Ctx,
  { fingerprint, sealed }: { readonly fingerprint: string; readonly sealed: readonly SealedColumn[] },
): Promise<void> {
  const found = await ctx.db.execute(sql`select value from house_facts where name = ${factName}`);
  const [known] = (found as { rows: { value: string }[] }).rows;
  if (known?.value === fingerprint) return;
  if (known !== undefined) throw new OtherKeyError("the key differs from the one that this database was used with");
  const tried = (await Promise.all(sealed.map((column) => tryColumn(ctx, column)))).flat();
  const closed = tried.filter((isOpened) => !isOpened).length;
  if (closed > 0 && closed === tried.length) throw new OtherKeyError("the key opens no secret of this database");
  if (closed > 0) ctx.log.warn("some secrets were encrypted with another key", { closed, tried: tried.length });
  await ctx.db.execute(sql`
    insert into house_facts (name, value, at) values (${factName}, ${fingerprint}, ${ctx.now}::timestamptz)`);
}

/** Whether the key decrypts each of some rows. */
async function tryColumn(ctx: Ctx, { table, column, owner, purposeOf }: SealedColumn): Promise<boolean[]> {
  const name = sql.identifier(column);
  const result = await ctx.db.execute(sql`
    select ${sql.identifier(owner)}::text as owner, encode(${name}, 'hex') as sealed
      from ${sql.identifier(table)} where ${name} is not null limit ${triedMax}`);
  const rows = (result as { rows: { owner: string; sealed: string }[] }).rows;
  return Promise.all(
    rows.map((row) =>
      ctx.cipher.open(bytesOf(row.sealed), purposeOf(row.owner)).then(
        () => true,
        () => false,
      ),
    ),
  );
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
