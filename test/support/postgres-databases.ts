// Databases on the scratch server of a run. Each belongs to a role without rights of its own, as in earnest: a superuser
// would see past the fences between accounts. The schema is made once, and copied.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { ScratchDatabase } from './engines.ts';

/** The role of the service, and owner of the tables. */
export const owner = 'hourbook';
/** A role that may serve without owning anything. */
export const service = 'hourbook_service';
/** The role in empty databases, so that migrations can be told from all other work. */
const migrator = 'hourbook_migrator';
/** The database that is copied. */
export const template = 'hourbook_template';
/** Any number that all test processes agree on. */
const templateLock = 7_461;

/** Makes a database on the server at this address of its superuser. */
export async function createPostgres(
  server: string,
  { empty = false }: { readonly empty?: boolean } = {},
): Promise<ScratchDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withServer(server, async (client) => {
    await makeTemplate(server, client);
    const [from, user] = empty ? ['template0', migrator] : [template, owner];
    await client.query(`create database ${name} owner ${user} template ${from} strategy file_copy`);
  });
  return {
    url: addressOf(server, { user: empty ? migrator : owner, database: name }),
    remove: () =>
      withServer(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** The address of a database on the same server. */
export function addressOf(server: string, to: { readonly user: string; readonly database: string }): string {
  return server.replace(/\/\/[^@]*@/, `//${to.user}@`).replace(/\/[^/]*$/, `/${to.database}`);
}

/** Runs `work` as the superuser. */
export async function withServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The first test process that wants a database makes the role and the schema; others wait for it. */
async function makeTemplate(server: string, client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount !== 0) return;
    const draft = `${template}_draft`;
    // What a process that was ended in the middle has left.
    await client.query(`drop database if exists ${draft}`);
    await client.query(`drop role if exists ${owner}, ${migrator}, ${service}`);
    for (const role of [owner, migrator, service]) await client.query(`create role ${role} login`);
    await client.query(`create database ${draft} owner ${owner} template template0`);
    const observe = (): void => {};
    const url = addressOf(server, { user: owner, database: draft });
    const database = await openDatabase({ url, clock: Date.now, observe });
    try {
      await migrate(database, { observe });
    } finally {
      await database.close();
    }
    await client.query(`alter database ${draft} rename to ${template}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}
