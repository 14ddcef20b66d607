// Runs the commands by which docs/how-to/many-nodes.md sets up a database, on a PostgreSQL with a stand-in for Citus.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { placed, standIn } from '../sql/citus-stand-in.ts';
import { postgresSuite } from '../sql/postgres-scratch.ts';
import { postgresEngine, type ScratchDatabase } from '../support/engines.ts';
import { addressOf, service, withServer } from '../support/postgres-databases.ts';
import { hourbook, killAll, type Ended } from './executable.ts';

postgresSuite('the commands by which docs/how-to/many-nodes.md sets up a database', () => {
  let scratch: ScratchDatabase;
  let commands: readonly (readonly string[])[];
  before(async () => {
    scratch = await (postgresEngine as NonNullable<typeof postgresEngine>).create({ empty: true });
    const page = await readFile(new URL('../../docs/how-to/many-nodes.md', import.meta.url), 'utf8');
    const setUp = page.split('\n## ').find((section) => section.startsWith('Set it up')) ?? '';
    const lines = setUp.split('\n').filter((line) => line.startsWith('hourbook '));
    commands = lines.map((line) =>
      line
        .replace(/postgres:\S+/, scratch.url)
        .replace(/(?<=--service-role )\S+/, service)
        .split(' ')
        .slice(1),
    );
  });
  after(async () => {
    killAll();
    await scratch?.remove();
  });
  const asSuperuser = async (...texts: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
    let rows: readonly Record<string, unknown>[] = [];
    const url = addressOf(scratch.url, {
      user: 'postgres',
      database: new URL(scratch.url).pathname.slice(1),
    });
    await withServer(url, async (client) => {
      for (const text of texts) rows = (await client.query<Record<string, unknown>>(text)).rows;
    });
    return rows;
  };
  const distribute = (): Promise<Ended> => hourbook(commands[1] ?? []);

  test('are migrate, which creates the tables, and db distribute', async () => {
    assert.deepEqual(
      commands.map((words) => words.slice(0, 2)),
      [
        ['migrate', '--service-role'],
        ['db', 'distribute'],
      ],
    );
    const made = await hourbook(commands[0] ?? []);
    assert.equal(made.code, 0, made.complaint);
    assert.match(made.complaint, /"event":"migrations_applied"/);
  });

  test('end with 1 and one line without the extension citus', async () => {
    const { code, output, complaint } = await distribute();
    assert.deepEqual([code, output], [1, '']);
    assert.match(complaint, /^hourbook: The database has no extension citus; install Citus .*\n$/);
  });

  test('report how many tables were distributed, and none the second time', async () => {
    await asSuperuser(...standIn);
    const first = await distribute();
    const spread = await asSuperuser(placed);
    const [, spreads, copies] =
      /^(\d+) tables are spread by account, (\d+) are copied to every node\.\n$/.exec(first.output) ?? [];
    assert.equal(first.code, 0, first.complaint);
    assert.match(first.complaint, /"event":"database_distributed"/);
    assert.equal(Number(spreads) + Number(copies), spread.length);
    assert.ok(Number(spreads) > Number(copies) && Number(copies) > 1, first.output);
    assert.deepEqual(
      [(await distribute()).output, await asSuperuser(placed)],
      ['Every table is distributed already.\n', spread],
    );
  });
});
