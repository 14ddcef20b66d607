// A write queries the database once for each row and setting, as long as no statement has changed it since.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Statement } from '#sql/database.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { statementsOf } from '../support/counting-engine.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation } from '../support/installation.ts';

for (const engine of storageEngines) {
  describe(`database queries of a batch of bookings (${engine.name})`, () => {
    it('queries no row again that it has read or written', async (t) => {
      const installation = await startInstallation({ engine, startsAt: '2026-06-10T18:00:00Z' });
      t.after(installation.close);
      const people = [
        await hire(installation.account.machine, 'ada'),
        await hire(installation.account.machine, 'bob'),
      ];
      const entity = ['06', '07', '08', '09'].flatMap((hour) =>
        people.map((person) =>
          booking(person, { start: `2026-06-03 ${hour}:00`, end: `2026-06-03 ${hour}:50` }),
        ),
      );
      const statements = await statementsOf(installation, {
        method: 'POST',
        path: 'timeTrackings/create/',
        entity,
      });
      assert.deepEqual(askedAgain(statements), []);
      assert.ok(statements.length < 22 * entity.length, `${statements.length} for ${entity.length} bookings`);
    });
  });
}

/** Questions for whole rows and settings that were asked before, although nothing was written in their table since. */
function askedAgain(statements: readonly Statement[]): readonly string[] {
  const asked = new Map<string, Set<string>>();
  const again: string[] = [];
  for (const { sql, parameters } of statements) {
    const table = /(?:from|into|update) "(\w+)"/.exec(sql)?.[1] ?? '';
    if (!sql.startsWith('select')) {
      asked.delete(table);
      continue;
    }
    if (!/^select (\*|"setting_value")/.test(sql)) continue;
    const question = `${sql} ${JSON.stringify(parameters)}`;
    const known = asked.get(table) ?? new Set();
    if (known.has(question)) again.push(question.slice(0, 300));
    asked.set(table, known.add(question));
  }
  return again;
}
