// Tests a server that starts while PostgreSQL is unreachable: it ends with 1, and systemd starts it again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { openLine, type CuttableLine } from '../support/cuttable-line.ts';
import { postgresEngine, type ScratchDatabase } from '../support/engines.ts';
import { postgresSuite } from '../sql/postgres-scratch.ts';
import { hourbook, killAll, serve } from './executable.ts';

postgresSuite('a server that starts without PostgreSQL', () => {
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
    test(`ends with 1 and one line with --workers ${workers}, and starts when it is back`, async () => {
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

  test('is restarted without limit by the systemd unit', async () => {
    const unit = await readFile(new URL('../../deploy/systemd/hourbook.service', import.meta.url), 'utf8');
    const settings = new Map(unit.split('\n').map((text) => text.split('=', 2) as [string, string]));
    assert.equal(settings.get('Restart'), 'on-failure');
    assert.ok(Number(settings.get('RestartSec')) > 0);
    assert.equal(settings.get('StartLimitIntervalSec'), '0');
  });
});
