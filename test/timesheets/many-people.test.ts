// The statements for one user do not grow with the number of users. Statements are counted because clocks differ.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '#accounts/create-user.ts';
import type { Statement } from '#sql/database.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { password } from '../support/installation.ts';
import { counting, statementsOf } from '../support/counting-engine.ts';
import { dayRows } from '../absences/absence.ts';
import { hire } from '../time-tracking/booking.ts';

onEveryEngine(
  'many users',
  (place) => {
    const person = (username: string): object => ({
      username,
      password,
      firstname: 'One',
      lastname: 'OfMany',
    });

    test('creates the 200th user with as many statements as the 20th', async () => {
      const counts: number[] = [];
      for (let number = 1; number <= 200; number += 1) {
        const { engine, statements } = counting(place.installation.app.engine, 'write');
        await createUser(engine, { account: 'acme', entity: { ...person(`one-${number}`) } });
        counts.push(statements.length);
      }
      assert.ok((counts[19] as number) > 30, `only ${counts[19]} statements were seen`);
      assert.equal(counts[199], counts[19]);
    });

    test('creates users of a batch with no more statements than single ones', async () => {
      const alone = (await written('POST', 'users/create', [person('alone')])).length;
      const people = Array.from({ length: 20 }, (_, number) => person(`together-${number}`));
      const together = (await written('POST', 'users/create', people)).length;
      assert.ok(together <= 20 * alone, `${together} statements for 20 people, ${alone} for one`);
    });

    test('writes all public holidays of a new user in at most two statements', async () => {
      const statements = await written('POST', 'users/create', person('holidays'));
      const days = statements.filter(({ sql }) => /insert into "absence_days"/.test(sql));
      const counted = statements.filter(
        ({ sql, parameters }) => /update "row_counters"/.test(sql) && parameters.includes('absence_days'),
      );
      // 52 rows, as many at once as a statement takes parameters.
      assert.ok(days.length <= 2, `${days.length} statements`);
      assert.equal(counted.length, 1);
      const { json } = await place.machine.get('users/read', { username: 'holidays' });
      assert.equal((await dayRows(place.machine, { user_id: json['Results'][0].id })).length, 52);
      // With `returning`, SQLite looks through all pages that the transaction has changed: dear in large batches.
      assert.deepEqual(
        statements.filter(({ sql }) => / returning /i.test(sql)),
        [],
      );
    });

    test('writes timesheets of any length with few statements', async () => {
      const joined = (username: string, entry_date: string): Promise<readonly Statement[]> =>
        written('POST', 'users/create', { ...person(username), entry_date });
      const [two, ten] = [await joined('two', '2026-01-01'), await joined('ten', '2018-01-01')];
      const more = (9 - 2) * 365;
      assert.ok(ten.length - two.length < more / 10, `${two.length} and ${ten.length} statements`);
    });

    test('writes a message to all users with ids taken at once', async () => {
      const { json } = await place.machine.get('users/read', { _aggregate__id: 'count', active: 1 });
      const people = json['Results'][0].id as number;
      const sender = await hire(place.machine, 'sender');
      const statements = await written('POST', 'messages/create', { message: 'To all', sender_id: sender });
      const told = await place.machine.get('notifications/read', { _aggregate__id: 'count' });
      assert.ok(people > 20);
      assert.ok((told.json['Results'][0].id as number) >= people);
      assert.ok(statements.length < people + 40, `${statements.length} statements for ${people} people`);
    });

    test('writes the user row, its history and the audit log for a new telephone number', async () => {
      const id = await hire(place.machine, 'telephone');
      const statements = await written('PUT', `users/update/${id}`, { phone: '+43 1 234' });
      const changing = statements.filter(({ sql }) => !/^(select|pragma)/i.test(sql));
      const tables = changing.map(({ sql }) => /^(?:update|insert into) "(\w+)"/.exec(sql)?.[1]);
      assert.deepEqual(tables, ['users', 'row_counters', 'user_history', 'row_counters', 'audit_log']);
      assert.match(changing[0]?.sql ?? '', /^update "users" set "phone"/);
    });

    const written = (method: string, path: string, entity: object): Promise<readonly Statement[]> =>
      statementsOf(place.installation, { method, path, entity });
  },
  { startsAt: '2026-03-02T12:00:00Z' },
);
