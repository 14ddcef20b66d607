// Who is bound by the fences between accounts. On PostgreSQL the service logs in either as the owner of the tables, whom
// row-level security binds by force, or as a role of its own that may only read and write rows: policies bind that one by
// themselves, and the owner, who migrates and moves tables, sees all rows.
import type { Tx } from './database.ts';
import { sessionNames } from './session-names.ts';
import type { Table } from './table.ts';

/** Roles other than the owner that may write rows: those of services. */
export async function serviceRoles(tx: Tx): Promise<readonly string[]> {
  if (tx.dialect.name !== 'postgres') return [];
  const sql = `select distinct grantee::regrole::text as role from pg_class, aclexplode(relacl)
    where pg_class.oid = to_regclass('account_clocks') and grantee not in (0, relowner) and privilege_type = 'UPDATE'`;
  return (await tx.all({ sql, parameters: [] })).map((row) => String(row['role']));
}

/** The owner of the tables, if this role may not change them; otherwise `null`. */
export async function foreignOwner(tx: Tx): Promise<string | null> {
  if (tx.dialect.name !== 'postgres') return null;
  const sql = `select relowner::regrole::text as owner from pg_class
    where oid = to_regclass('schema_migrations') and not pg_has_role(relowner, 'usage')`;
  const [found] = await tx.all({ sql, parameters: [] });
  return found === undefined ? null : String(found['owner']);
}

/** Throws an Error with one line while servers are logged in as the owner of the tables, whom {@link shutOutServices} does not bind. */
export async function assertNoServerIsOwner(tx: Tx): Promise<void> {
  const sql = `select count(*)::int as sessions, relowner::regrole::text as owner from pg_class, pg_stat_activity
    where pg_class.oid = to_regclass('account_clocks') and usesysid = relowner and datname = current_database()
      and application_name = '${sessionNames.server}' and pid <> pg_backend_pid() group by relowner`;
  const [found] = await tx.all({ sql, parameters: [] });
  if (found === undefined) return;
  const [role = ''] = await serviceRoles(tx);
  throw new Error(
    `Servers are logged in as ${String(found['owner'])}, the owner of the tables, and would go on writing (${Number(found['sessions'])} sessions): start them anew as ${role}, then run this again.`,
  );
}

/**
 * Keeps services from all rows of accounts, and for as long as it takes: each transaction of theirs begins with the account's clock,
 * which they may not look at from now on. They answer 503.
 */
export async function shutOutServices(tx: Tx): Promise<void> {
  for (const role of await serviceRoles(tx))
    await runAll(tx, [`revoke select on account_clocks from ${role}`]);
}

/** Ends {@link shutOutServices}. */
export async function admitToClocks(tx: Tx): Promise<void> {
  for (const role of await serviceRoles(tx)) await runAll(tx, [`grant select on account_clocks to ${role}`]);
}

/** Whether {@link shutOutServices} has not ended yet. */
export async function areServicesShutOut(tx: Tx): Promise<boolean> {
  const sql = "select not has_table_privilege($1::regrole, 'account_clocks', 'select') as is_out";
  for (const role of await serviceRoles(tx))
    if ((await tx.all({ sql, parameters: [role] }))[0]?.['is_out'] === true) return true;
  return false;
}

/** Lets the owner work with the rows of all accounts, until {@link raiseFences}. */
export async function lowerFences(tx: Tx, tables: Iterable<Table>): Promise<void> {
  if ((await serviceRoles(tx)).length > 0) return;
  for (const table of tables) await runAll(tx, tx.dialect.unfenceTable(table));
}

/** Binds whom the service logs in as: the owner by force, where no other role serves. */
export async function raiseFences(tx: Tx, tables: Iterable<Table>): Promise<void> {
  if ((await serviceRoles(tx)).length > 0) return;
  for (const table of tables) await runAll(tx, tx.dialect.fenceTable(table));
}

/** Lets the roles of services use tables that are new. */
export async function admitServices(tx: Tx, tables: Iterable<Table>): Promise<void> {
  const roles = await serviceRoles(tx);
  for (const role of roles) for (const { name } of tables) await runAll(tx, [grantRows(name, role)]);
}

/**
 * Lets a role serve all tables of the schema, and no longer binds their owner, who is not to serve from now on. Migrations
 * let it use the tables that they make. Throws an Error with one line.
 */
export async function admitService(tx: Tx, role: string, tables: Iterable<Table>): Promise<void> {
  await assertCanServe(tx, role);
  if (await areServicesShutOut(tx))
    throw new Error(
      'Services are shut out while the tables are spread: run "hourbook db distribute --pause" to its end first.',
    );
  const [found] = await tx.all({ sql: 'select quote_ident($1) as name', parameters: [role] });
  const quoted = String(found?.['name']);
  await runAll(tx, [`grant select on schema_migrations to ${quoted}`]);
  for (const table of tables)
    await runAll(tx, [grantRows(table.name, quoted), ...tx.dialect.unfenceTable(table)]);
}

const grantRows = (table: string, role: string): string =>
  `grant select, insert, update, delete on "${table}" to ${role}`;

async function assertCanServe(tx: Tx, role: string): Promise<void> {
  if (tx.dialect.name !== 'postgres')
    throw new Error('Only a PostgreSQL database has roles; this one is a SQLite file.');
  const sql = `select rolsuper or rolbypassrls as unbound, pg_has_role(rolname, relowner, 'member') as owns
    from pg_roles, pg_class where rolname = $1 and pg_class.oid = to_regclass('schema_migrations')`;
  const [found] = await tx.all({ sql, parameters: [role] });
  if (found === undefined)
    throw new Error(`There is no role "${role}"; create it first: create role … login.`);
  if (found['unbound'] === true || found['owns'] === true)
    throw new Error(
      `The role "${role}" owns the tables or sees past row-level security; a service needs one that does neither.`,
    );
}

async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await tx.run({ sql, parameters: [] });
}
