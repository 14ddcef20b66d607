// Tests `accounts verify` and `accounts rebuild` beside a running server.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openDatabase } from '#sql/open-database.ts';
import type { Client } from '../support/client.ts';
import { run } from '../sql/scratch.ts';
import { booking, hire } from '../time-tracking/booking.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { hourbook, serve, type Ended, type ServingProcess } from './executable.ts';
import { createAcme, createSite, loginMachine, type Site } from './site.ts';

describeOnEveryEngine('hourbook accounts verify and rebuild', (engine) => {
  let site: Site;
  let server: ServingProcess;
  let machine: Client;
  const people: number[] = [];

  before(async () => {
    site = await createSite(engine);
    const credential = await createAcme(site);
    server = await serve(site.database);
    machine = await loginMachine(server.address, credential);
    for (const name of ['ann', 'Ben']) {
      const person = await hire(machine, name, { entry_date: '2026-01-05', exit_date: '2026-03-31' });
      const times = { start: '2026-01-31 22:00', end: '2026-02-01 02:00' };
      await machine.create('timeTrackings', booking(person, times));
      people.push(person);
    }
  });
  after(() => site.remove());

  const command = (words: string): Promise<Ended> =>
    hourbook([...words.split(' '), '--database', site.database]);

  /** As a mistake would leave it: past the service. */
  const spoil = async (sql: string, ...values: readonly (number | string)[]): Promise<void> => {
    const database = await openDatabase({ url: site.database, clock: Date.now, observe: () => {} });
    try {
      assert.equal(await database.write(1, (tx) => run(tx, sql, ...values)), 1);
    } finally {
      await database.close();
    }
  };

  const balances = async (): Promise<unknown> =>
    (await machine.get('timesheetAccountings/read', { _limit: 10_000 })).json['Results'].map(
      (row: Record<string, unknown>) => [row['user_id'], row['date'], row['working_time_total_balance']],
    );

  it('end with 0 when nothing differs', async () => {
    const verified = await command('accounts verify acme');
    assert.deepEqual([verified.code, verified.output], [0, '3 accounts compared: nothing differs.\n']);
    const rebuilt = await command('accounts rebuild ACME --json');
    assert.equal(rebuilt.code, 0, rebuilt.complaint);
    assert.deepEqual(rebuilt.json, { account: 'acme', people: 3, changed: [] });
  });

  it('list the values that differ, end with 1 and correct them beside a server', async () => {
    const right = await balances();
    const day = 'update timesheet_accountings set working_time = 60 where user_id = ? and date = ?';
    await spoil(day, people[0] as number, '2026-01-31');
    await spoil(
      'update account_months set balance_before = balance_before + 7 where user_id = ? and month = ?',
      people[1] as number,
      '2026-03-01',
    );
    await spoil(
      'delete from timesheet_accountings where user_id = ? and date = ?',
      people[1] as number,
      '2026-03-31',
    );
    const verified = await command('accounts verify acme --json');
    assert.equal(verified.code, 1);
    assert.match(
      verified.complaint,
      /^hourbook: \d+ values of 3 accounts differ; hourbook accounts rebuild sets them right\n$/,
    );
    const { differences } = verified.json as { differences: readonly Record<string, unknown>[] };
    const facts = differences.map(({ username, resource, key, field, stored, expected }) =>
      [username, resource, key, field, stored, expected].join(' '),
    );
    assert.ok(facts.includes('ann timesheetAccountings 2026-01-31 working_time 60 7200'), facts.join('\n'));
    assert.ok(facts.some((fact) => fact.startsWith('Ben accountMonths 2026-03-01 balance_before ')));
    assert.ok(facts.some((fact) => fact.startsWith('Ben timesheetAccountings 2026-03-31  ')));
    assert.ok(!facts.some((fact) => fact.startsWith('admin')));

    const text = await command('accounts verify acme --user ANN');
    assert.match(
      text.output,
      /^USER +ID +DATE OR ID +OF +FIELD +STORED +EXPECTED\nann +2 +2026-01-31 +timesheetAccountings +working_time +60 +7200/,
    );
    assert.ok(!text.output.includes('Ben'));
    assert.deepEqual(
      (await command('accounts verify acme --json')).json,
      verified.json,
      'verify changed something',
    );

    const rebuilt = await command('accounts rebuild acme --user ann --json');
    const { changed } = rebuilt.json as { changed: readonly Record<string, unknown>[] };
    assert.deepEqual(
      changed.map(({ username }) => username),
      ['ann'],
    );
    assert.equal((await command('accounts verify acme --user ann')).code, 0);
    assert.equal((await command('accounts verify acme --user ben')).code, 1);
    assert.match(
      (await command('accounts rebuild acme')).output,
      /^3 accounts rebuilt: \d+ rows of 1 people were written\.\n$/,
    );
    assert.equal((await command('accounts verify acme')).code, 0);
    assert.deepEqual(await balances(), right);
  });

  it('report overlapping trackings and ask to change or delete one of each two', async () => {
    const eve = await hire(machine, 'eve');
    const [early, late] = [
      await machine.create(
        'timeTrackings',
        booking(eve, { start: '2026-03-02 08:00', end: '2026-03-02 10:00' }),
      ),
      await machine.create(
        'timeTrackings',
        booking(eve, { start: '2026-03-02 10:00', end: '2026-03-02 12:00' }),
      ),
    ] as const;
    assert.equal((await command('accounts verify acme --user eve')).code, 0);
    const longer = 'update time_trackings set end_instant = end_instant + ? where id = ?';
    const overlapping = spoil(longer, 1, early['id'] as number);
    // Where the database itself excludes overlaps, not even a mistake leaves any.
    if (engine.name === 'postgres') return assert.rejects(overlapping, /time_trackings_exclusive/);
    await overlapping;
    const { code, json, complaint } = await command('accounts verify acme --user eve --json');
    assert.equal(code, 1);
    assert.match(complaint, /but for trackings that overlap: change or delete one of each two\n$/);
    const { differences } = json as { differences: readonly Record<string, unknown>[] };
    assert.deepEqual(differences[0], {
      user_id: eve,
      username: 'eve',
      resource: 'timeTrackings',
      key: String(late['id']),
      field: 'overlaps',
      stored: early['id'],
      expected: null,
    });
    await spoil(longer, -1, early['id'] as number);
    assert.equal((await command('accounts verify acme --user eve')).code, 0);
  });

  it('append missing entries to the holiday ledger and to the action log', async () => {
    const carl = await hire(machine, 'carl', {
      entry_date: '2026-01-01',
      exit_date: '2026-12-31',
      timesheet_holiday_calc_yearly_amount: 20,
    });
    const holiday = { type_id: 1, user_id: carl, from_date: '2026-03-02', to_date: '2026-03-02' };
    await machine.create('absences', holiday);
    await spoil("update holiday_entries set days = 1500 where user_id = ? and kind = 'entitlement'", carl);
    await spoil('delete from timesheet_action_logs where user_id = ?', carl);
    const { json } = await command('accounts verify acme --user carl --json');
    const { differences } = json as { differences: readonly Record<string, unknown>[] };
    const facts = differences.map(({ resource, key, field, expected }) =>
      [resource, key, field, expected].join(' '),
    );
    assert.deepEqual(facts.slice(0, 2), [
      'timesheetActionLogs 2026-03-02 absence 100',
      'holidayEntries 2026-01-01 entitlement 500',
    ]);
    assert.equal((await command('accounts rebuild acme --user carl')).code, 0);
    assert.equal((await command('accounts verify acme --user carl')).code, 0);
    const { json: days } = await machine.get('timesheetAccountings/read', {
      user_id: carl,
      date: '2026-12-31',
    });
    assert.equal(days['Results'][0].holiday_balance, 19);
  });

  it('report approved days that differ from the holiday ledger and keep them', async () => {
    const dan = await hire(machine, 'dan', {
      entry_date: '2026-01-01',
      exit_date: '2026-12-31',
      timesheet_holiday_calc_yearly_amount: 20,
    });
    const [date, other] = ['2026-03-02', '2026-03-03'];
    await machine.create('absences', { type_id: 1, user_id: dan, from_date: date, to_date: date });
    for (const day of [date, other])
      await machine.put('timesheetAccountings/approve', { user_id: dan, date: day });
    assert.equal((await command('accounts verify acme --user dan')).code, 0);
    const spoilt = 'update timesheet_accountings set holiday = ? where user_id = ? and date = ?';
    await spoil(spoilt, 0, dan, date);
    await spoil(spoilt, 50, dan, other);
    for (const words of ['accounts verify acme --user dan --json', 'accounts rebuild acme --user dan']) {
      const { code } = await command(words);
      assert.equal(code, words.startsWith('accounts verify') ? 1 : 0);
    }
    const { json, complaint } = await command('accounts verify acme --user dan --json');
    const { differences } = json as { differences: readonly Record<string, unknown>[] };
    assert.deepEqual(
      differences.map(({ key, field, stored, expected }) => [key, field, stored, expected]).toSorted(),
      [
        [date, 'holiday', 0, 100],
        [other, 'holiday', 50, 0],
      ],
    );
    assert.match(complaint, /take the approval back/);
    for (const day of [date, other])
      assert.equal(
        (await machine.put('timesheetAccountings/unapprove', { user_id: dan, date: day })).status,
        200,
      );
    assert.equal((await command('accounts verify acme --user dan')).code, 0);
  });

  it('run while the server writes', async () => {
    const running = ['accounts rebuild acme', 'accounts verify acme'].map(command);
    for (let minute = 10; minute < 30; minute += 1) {
      const times = { start: `2026-02-10 08:${minute}:00`, end: `2026-02-10 08:${minute}:30` };
      await machine.create('timeTrackings', booking(people[0] as number, times));
    }
    for (const ended of await Promise.all(running)) assert.equal(ended.code, 0, ended.complaint);
    assert.equal((await command('accounts verify acme')).code, 0);
  });

  it('refuse an unknown account and an unknown user', async () => {
    for (const words of ['accounts verify nobody', 'accounts rebuild acme --user nobody']) {
      const { code, output, complaint } = await command(words);
      assert.deepEqual([code, output], [1, '']);
      assert.match(complaint, /^hourbook: [^\n]*"?nobody"?[^\n]*\n$/);
    }
  });
});
