// The server fills calendars of public holidays for new years, also after a restart.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { extendCalendars } from '#accounts/extend-calendars.ts';
import type { Row } from '#resource/rule.ts';
import { inAccount } from '../support/account-view.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const year = 365 * 86_400_000;

const holidays = (place: Installation): Promise<readonly Row[]> =>
  inAccount(place, (view) => view.find('publicHolidays', [], { orderBy: ['date'] }));
const datesIn = async (place: Installation, years: string): Promise<readonly unknown[]> =>
  (await holidays(place)).map((row) => row['date'] as string).filter((date) => date.startsWith(years));

for (const engine of storageEngines) {
  describe(`calendars in new years (${engine.name})`, () => {
    const start = async (t: TestContext, on: StorageEngine = engine): Promise<Installation> => {
      const place = await startInstallation({ engine: on, startsAt: '2026-03-02T12:00:00Z' });
      t.after(() => place.close());
      return place;
    };

    test('fills new years once, also in simultaneous runs', async (t) => {
      const place = await start(t);
      const { engine: running } = place.app;
      await extendCalendars(running);
      assert.equal((await holidays(place)).length, 4 * 13);
      place.clock.shift += 2 * year;
      await Promise.all([extendCalendars(running), extendCalendars(running), extendCalendars(running)]);
      assert.equal((await datesIn(place, '2029')).length, 13);
      assert.equal((await datesIn(place, '2030')).length, 13);
      assert.deepEqual(await datesIn(place, '2031'), []);
    });

    test('keeps holidays that users deleted, changed or added', async (t) => {
      const place = await start(t);
      const { machine } = place.account;
      const dayOn = async (date: string): Promise<number> =>
        (await holidays(place)).find((row) => row['date'] === date)?.['id'] as number;
      await machine.delete(`publicHolidays/delete/${await dayOn('2028-12-08')}`);
      await machine.put(`publicHolidays/update/${await dayOn('2028-12-26')}`, { value: 0.5, name: 'Mine' });
      const ours = { template_id: 1, date: '2029-01-01', name: 'Ours', value: 0.25 };
      await machine.create('publicHolidays', ours);
      place.clock.shift += year;
      await extendCalendars(place.app.engine);
      const rows = await holidays(place);
      const named = (date: string): readonly unknown[] =>
        rows.filter((row) => row['date'] === date).map((row) => [row['name'], row['value'], row['status']]);
      assert.deepEqual(named('2028-12-08'), []);
      assert.deepEqual(named('2028-12-26'), [['Mine', 50, 'edited']]);
      assert.deepEqual(named('2029-01-01'), [['Ours', 25, 'manual']]);
      assert.deepEqual(named('2029-01-06'), [['Epiphany', 100, 'generated']]);
      assert.equal((await datesIn(place, '2029')).length, 13);
    });

    test('fills missing years when a server starts after New Year', async (t) => {
      const database = await engine.create();
      t.after(() => database.remove());
      const same: StorageEngine = {
        name: engine.name,
        create: async () => ({ url: database.url, remove: async () => {} }),
      };
      const first = await startInstallation({ engine: same, startsAt: '2026-12-30T12:00:00Z' });
      await first.close();
      const second = await startInstallation({
        engine: same,
        startsAt: '2027-01-02T12:00:00Z',
        account: 'other',
      });
      t.after(() => second.close());
      const filled = (): Promise<readonly Row[]> =>
        inAccount({ ...second, account: first.account }, (view) =>
          view.find('publicHolidays', [{ column: 'date', is: '>=', value: '2029-01-01' }]),
        );
      // At least 60 seconds, for crowded machines.
      for (let waits = 0; waits < 3_000 && (await filled()).length === 0; waits += 1) await sleep(20);
      assert.equal((await filled()).length, 13);
    });
  });
}
