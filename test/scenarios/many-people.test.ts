// What a person costs the database, however many there are: counted in statements, because clocks differ.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '#accounts/create-user.ts';
import type { Statement } from '#sql/database.ts';
import { readOne } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { password } from '../support/installation.ts';
import { counting, statementsOf } from '../support/counting-engine.ts';
import { dayRows } from './absence.ts';
import { hire } from './booking.ts';

onEveryEngine(
  'many people',
  (place) => {
    const person = (username: string): object => ({
      username,
      password,
      firstname: 'One',
      lastname: 'OfMany',
    });

    test('the 200th person takes the same statements as the 20th', async () => {
      const counts: number[] = [];
      for (let number = 1; number <= 200; number += 1) {
        const { engine, statements } = counting(place.installation.app.engine, 'write');
        await createUser(engine, { account: 'acme', entity: { ...person(`one-${number}`) } });
        counts.push(statements.length);
      }
      assert.ok((counts[19] as number) > 30, `only ${counts[19]} statements were seen`);
      assert.equal(counts[199], counts[19]);
    });

    test('a person in a batch takes no more statements than one alone', async () => {
      const alone = (await written('POST', 'users/create', [person('alone')])).length;
      const people = Array.from({ length: 20 }, (_, number) => person(`together-${number}`));
      const together = (await written('POST', 'users/create', people)).length;
      assert.ok(together <= 20 * alone, `${together} statements for 20 people, ${alone} for one`);
    });

    test('all public holidays of a new person are written by few statements, and get their ids at once', async () => {
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

    test('the days of a new account are written by few statements, however many they are', async () => {
      const joined = (username: string, entry_date: string): Promise<readonly Statement[]> =>
        written('POST', 'users/create', { ...person(username), entry_date });
      const [two, ten] = [await joined('two', '2026-01-01'), await joined('ten', '2018-01-01')];
      const more = (9 - 2) * 365;
      assert.ok(ten.length - two.length < more / 10, `${two.length} and ${ten.length} statements`);
    });

    test('a message to everybody writes a row for each, with ids taken at once', async () => {
      const { json } = await place.machine.get('users/read', { _aggregate__id: 'count', active: 1 });
      const people = json['Results'][0].id as number;
      const sender = await hire(place.machine, 'sender');
      const statements = await written('POST', 'messages/create', { message: 'To all', sender_id: sender });
      const told = await place.machine.get('notifications/read', { _aggregate__id: 'count' });
      assert.ok(people > 20);
      assert.ok((told.json['Results'][0].id as number) >= people);
      assert.ok(statements.length < people + 40, `${statements.length} statements for ${people} people`);
    });

    test('another telephone number changes the row of the person and nothing else', async () => {
      const id = await hire(place.machine, 'telephone');
      const statements = await written('PUT', `users/update/${id}`, { phone: '+43 1 234' });
      const changing = statements.filter(({ sql }) => !/^(select|pragma)/i.test(sql));
      assert.equal(changing.length, 1);
      assert.match(changing[0]?.sql ?? '', /^update "users" set "phone"/);
    });

    test('a schedule lists its people ascending, whoever came last', async () => {
      const { id } = await place.machine.create('workSchedules', { name: 'Crowd' });
      const people: number[] = [];
      for (const name of ['first', 'second', 'third'])
        people.push(await hire(place.machine, name, { timesheet_template_id: id }));
      for (const timesheet_template_id of [1, id])
        await place.machine.put(`users/update/${people[0]}`, { timesheet_template_id });
      assert.equal((await readOne(place.machine, 'workSchedules', id))['assigned_users'], people.join());
    });

    const written = (method: string, path: string, entity: object): Promise<readonly Statement[]> =>
      statementsOf(place.installation, { method, path, entity });
  },
  { startsAt: '2026-03-02T12:00:00Z' },
);
