import { sql } from "drizzle-orm";
import { escapeIdentifier, escapeLiteral } from "pg";
import { type PoolSettings, withPatientConnection } from "#hosts/node/databasePool.ts";

/** What calls run as on the embedded server. Whoever made the tables owns them; this one only reads and writes rows. */
export const appRole = "mizan_app";

/** Makes the role, or gives it its password anew. Run as the owner, before anybody connects as it. */
export async function makeAppRole(owner: PoolSettings, password: string | undefined): Promise<void> {
  const secret = password === undefined ? "" : ` password ${escapeLiteral(password)}`;
  const statement = `do $role$ begin
    if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole}; end if;
    alter role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls${secret};
  end $role$`;
  await withPatientConnection(owner, (db) => db.execute(sql.raw(statement)));
}

/**
 * What the application may do, and no more: rows of every table, also of those that later migrations make; of the
 * migrations and of what is append-only it cannot change or remove one (reliability R27). A table says that it is by its
 * trigger `<table>__append_only`. Run as the owner, after migrations; it may be run again.
 */
export async function grantRights(owner: PoolSettings, role: string): Promise<void> {
  const name = escapeIdentifier(role);
  const statement = `do $rights$ declare kept regclass; begin
    revoke create on schema public from public, ${name};
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public grant usage, select on sequences to ${name};
    for kept in select distinct tgrelid::regclass from pg_trigger where tgname like '%\\_\\_append\\_only' loop
      execute format('revoke update, delete, truncate on %s from ${name.replaceAll("'", "''")}', kept);
    end loop;
    if to_regclass('schema_migrations') is not null then
      revoke insert, update, delete on schema_migrations from ${name};
    end if;
  end $rights$`;
  await withPatientConnection(owner, (db) => db.execute(sql.raw(statement)));
}
