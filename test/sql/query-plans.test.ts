// Tests the query plans of frequent reads on SQLite: each one searches an index.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { systemCaller } from '#engine/system-caller.ts';
import { explainRequest } from '#engine/explain.ts';
import type { Statement } from '#sql/database.ts';
import { sqliteFile } from '#sql/open-database.ts';
import { registerFunctions } from '#sql/sqlite-functions.ts';
import { statementsOf } from '../support/counting-engine.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';

describe('query plans of SQLite', () => {
  let installation: Installation;
  let file: string;

  before(async () => {
    const sqlite = storageEngines.find(({ name }) => name === 'sqlite') as StorageEngine;
    const engine: StorageEngine = {
      name: sqlite.name,
      create: async () => {
        const database = await sqlite.create();
        file = sqliteFile(database.url);
        return database;
      },
    };
    installation = await startInstallation({ engine });
  });

  after(() => installation.close());

  test('search an index for every relation of every resource', async () => {
    const resources = [...installation.app.engine.schema.resources.values()];
    let checked = 0;
    for (const resource of resources.filter(({ storage }) => storage === 'account')) {
      for (const field of resource.fields.values()) {
        const targets = installation.app.engine.schema.targets(field.relation ?? '');
        const linked =
          targets.some(({ storage }) => storage === 'account') && !resource.history.has(field.name);
        if (!linked || field.read === '-') continue;
        await assertSearched(`/${resource.name}/read/?${field.name}=1`);
        checked += 1;
      }
    }
    assert.ok(checked > 20, `only ${checked} relations were looked at`);
  });

  test('search an index for the changes of every tracked resource since a moment', async () => {
    const resources = [...installation.app.engine.schema.resources.values()];
    const tracked = resources.filter(
      ({ lastChange, actions, storage }) =>
        lastChange !== null && actions.has('read') && storage === 'account',
    );
    const now = encodeURIComponent(new Date().toISOString());
    for (const { name } of tracked) await assertSearched(`/${name}/read/?_since=${now}`);
  });

  test('search an index for time trackings by user, by day and by id', async () => {
    await assertSearched('/timeTrackings/read/?user_id=1');
    await assertSearched('/timeTrackings/read/?start_date=2026-01-01');
    await assertSearched('/timeTrackings/read/7');
  });

  test('search an index in the rule statements of a hire and of a booking', async () => {
    const entity = { username: 'planned', firstname: 'P', lastname: 'L', password };
    const [hiring, booking] = [
      await statementsOf(installation, {
        method: 'POST',
        path: 'users/create',
        entity: { ...entity, entry_date: '2026-01-01' },
      }),
      await statementsOf(installation, {
        method: 'POST',
        path: 'timeTrackings/create',
        entity: {
          user_id: 2,
          task_id: 4,
          start_time: '2026-06-01 08:00:00',
          start_time_timezone: 'UTC',
          end_time: '2026-06-01 12:00:00',
          end_time_timezone: 'UTC',
        },
      }),
    ];
    const large = [...hiring, ...booking].filter(({ sql }) =>
      /^(select|update).*(timesheet_accountings|account_months|time_trackings)/s.test(sql),
    );
    assert.ok(large.length >= 8, `only ${large.length} statements were looked at`);
    for (const statement of large) {
      const details = planOf(statement);
      // What an index gives in order is not sorted again: that would take as long as finding it.
      if (booking.includes(statement))
        assert.ok(!details.some((detail) => /TEMP B-TREE/.test(detail)), statement.sql);
      const searched =
        /^SEARCH \S+ USING (COVERING )?INDEX \S+ \(account_id=\? AND (user_id|id)=\?|^SCAN json_each /;
      assert.ok(
        details.every((detail) => searched.test(detail) || !/^(SCAN|SEARCH)/.test(detail)),
        `${statement.sql}: ${details.join('; ')}`,
      );
    }
  });

  test('search an index for reports by month, by day and by user', async () => {
    for (const [target, index] of [
      [
        '/hoursReports/read/?month=2026-06',
        'time_trackings_start_date_id (account_id=? AND start_date>? AND start_date<?)',
      ],
      ['/hoursReports/read/?date=2026-06-01', 'time_trackings_start_date_id (account_id=? AND start_date=?)'],
      ['/hoursReports/read/?user_id=1', '(account_id=? AND user_id=?)'],
      ['/absenceReports/read/?month=2026-06', 'absence_days_date_id (account_id=? AND date>? AND date<?)'],
      ['/overtimeReports/read/?user_id=1', '(account_id=? AND user_id=? AND date>? AND date<?)'],
    ] as const) {
      const details = await planFor(target);
      assert.ok(
        details.some((detail) => detail.startsWith('SEARCH') && detail.includes(index)),
        `${target}: ${details.join('; ')}`,
      );
    }
  });

  /** The plan searches the table with more than the account. */
  async function assertSearched(target: string): Promise<void> {
    const details = await planFor(target);
    assert.ok(
      details.some((detail) => /^SEARCH .*\(account_id=\? AND /.test(detail)),
      `${target}: ${details.join('; ')}`,
    );
  }

  async function planFor(target: string): Promise<readonly string[]> {
    const { engine } = installation.app;
    const [path = '', query = ''] = target.split('?');
    const caller = systemCaller(installation.account);
    const request = {
      method: 'GET',
      path: `/acme/v4${path}`,
      query,
      headers: {},
      body: null,
      remoteAddress: null,
      requestId: 'plan',
    };
    const { statements } = await explainRequest(engine, { caller, request });
    return planOf(statements[0] as Statement);
  }

  function planOf({ sql, parameters }: Statement): readonly string[] {
    const connection = new Sqlite(file, { readonly: true });
    registerFunctions(connection);
    try {
      const rows = connection.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      return rows.map(({ detail }) => detail);
    } finally {
      connection.close();
    }
  }
});
