// Services that an interrupted spreading of the tables shuts out go on asking, and tell about it once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '#app';
import { readConfig } from '#config';
import type { ObservedEvent } from '#observe/event.ts';
import { admitToClocks, shutOutServices } from '#sql/fences.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { addressOf, service } from '../support/postgres-databases.ts';
import { unhurried } from '../support/unhurried.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries === 300) throw new Error('it did not come about within 30 seconds');
    await pause(100);
  }
}

postgresSuite('what a server does by itself', () => {
  test('waits while its role is shut out, tells so once, and goes on', async (t) => {
    const { database, url, asSuperuser } = await scratchPostgres(t);
    await migrate(database, { observe: () => {}, serviceRole: service });
    const events: ObservedEvent[] = [];
    const observe = (event: ObservedEvent): void => void events.push(event);
    const serving = addressOf(url, { user: service, database: new URL(url).pathname.slice(1) });
    const flags = { port: '0', database: serving, ...unhurried };
    const app = await startApp(readConfig({ flags, env: {} }), { observe });
    t.after(() => app.close());
    const told = (kind: ObservedEvent['kind']): number =>
      events.filter(
        (event) => event.kind === kind && 'task' in event && event.task.startsWith('settle_due of '),
      ).length;
    await database.changeSchema(shutOutServices);
    await asSuperuser("insert into due_work (account_id, kind, due_at) values (1, 'turn_rows', 0)");
    await until(() => told('background_waits') > 0);
    // Some turns, in each of which it fails again.
    await pause(7_000);
    assert.equal(told('background_waits'), 1);
    assert.equal(told('background_resumed'), 0);
    await database.changeSchema(admitToClocks);
    await until(() => told('background_resumed') > 0);
    assert.equal(told('background_waits'), 1);
    assert.deepEqual(
      events.filter(({ kind }) => kind === 'background_failed'),
      [],
    );
  });
});
