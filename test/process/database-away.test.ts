// A server that is started while PostgreSQL is not there yet, as after a power cut: it says so and ends, and whoever started
// it starts it again, as the unit of docs/how-to/one-server.md does.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { openLine, type CuttableLine } from '../support/cuttable-line.ts';
import { postgresEngine, type ScratchDatabase } from '../support/engines.ts';
import { postgresSuite } from '../sql/postgres-scratch.ts';
import { hourbook, killAll, serve } from './executable.ts';

postgresSuite('a PostgreSQL that is away when a server starts', () => {
  let scratch: ScratchDatabase;
  let line: CuttableLine;
  before(async () => {
    scratch = await (postgresEngine as NonNullable<typeof postgresEngine>).create();
    line = await openLine(scratch.url);
  });
  after(async () => {
    killAll();
    await line?.close();
    await scratch?.remove();
  });

  for (const workers of ['1', '2']) {
    test(`ends serve --workers ${workers} with 1 and one line; the same start serves once it is there`, async () => {
      const database = line.url.replace('hourbook@', 'hourbook:secret@');
      const words = ['--workers', workers, '--database', database];
      await line.cut(true);
      const ended = await hourbook(['serve', '--port', '0', ...words]);
      await line.restore();
      assert.equal(ended.code, 1);
      assert.match(
        ended.complaint,
        /^hourbook: Cannot open the database postgres:\/\/\*\*\*@127\.0\.0\.1:\d+\/\w+: .*ECONNREFUSED.*\n$/,
      );
      const server = await serve(database, ['--workers', workers]);
      assert.equal((await fetch(`${server.address}/health/ready`)).status, 200);
      assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
    });
  }

  test('is waited for by the unit of the documentation, however long it takes', async () => {
    const page = await readFile(new URL('../../docs/how-to/one-server.md', import.meta.url), 'utf8');
    const [, unit = ''] = /```ini\n([^`]*)```/.exec(page) ?? [];
    const settings = new Map(unit.split('\n').map((text) => text.split('=', 2) as [string, string]));
    assert.equal(settings.get('Restart'), 'on-failure');
    assert.ok(Number(settings.get('RestartSec')) > 0);
    assert.equal(settings.get('StartLimitIntervalSec'), '0');
  });
});
