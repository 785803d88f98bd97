import { sql } from "drizzle-orm";
import { escapeIdentifier, escapeLiteral } from "pg";
import { type PoolSettings, withPatientConnection } from "#hosts/node/databasePool.ts";

/**
 * The role of calls on the embedded server. The owner of the tables is another role; this one only reads and writes
 * rows.
 */
export const appRole = "mizan_app";

/** Creates the role, or sets its password. Run as the owner, before any connection uses the role. */
export async function makeAppRole(owner: PoolSettings, password: string | undefined): Promise<void> {
  const secret = password === undefined ? "" : ` password ${escapeLiteral(password)}`;
  const statement = `do $role$ begin
    if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole}; end if;
    alter role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls${secret};
  end $role$`;
  await withPatientConnection(owner, (db) => db.execute(sql.raw(statement)));
}

/**
 * Grants the application's rights: rows of every table, including those of later migrations; but no changes or
 * deletions in the migrations and in append-only tables (reliability R27). A table is append-only if it has the trigger
 * `<table>__append_only`. With a trigger `<table>__frozen` only the columns that the trigger leaves out may change. Run as
 * the owner, after migrations; can be repeated.
 */
export async function grantRights(owner: PoolSettings, role: string): Promise<void> {
  const name = escapeIdentifier(role);
  const grantee = name.replaceAll("'", "''");
  const statement = `do $rights$ declare kept regclass; changeable text; begin
    revoke create on schema public from public, ${name};
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema public grant usage, select on sequences to ${name};
    for kept in select distinct tgrelid::regclass from pg_trigger where tgname like '%\\_\\_append\\_only' loop
      execute format('revoke update, delete, truncate on %s from ${grantee}', kept);
    end loop;
    for kept, changeable in
      select trigger.tgrelid::regclass,
             (select string_agg(quote_ident(attname), ', ')
                from pg_attribute
               where attrelid = trigger.tgrelid and attnum > 0 and not attisdropped and attgenerated = ''
                 and attnum <> all (trigger.tgattr::int2[]))
        from pg_trigger as trigger where tgname like '%\\_\\_frozen'
    loop
      execute format('revoke update, delete, truncate on %s from ${grantee}', kept);
      execute format('grant update (%s) on %s to ${grantee}', changeable, kept);
    end loop;
    if to_regclass('schema_migrations') is not null then
      revoke insert, update, delete on schema_migrations from ${name};
    end if;
  end $rights$`;
  await withPatientConnection(owner, (db) => db.execute(sql.raw(statement)));
}
