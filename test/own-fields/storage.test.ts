// Values of an account's own fields beyond requests: processes, statements, accounts that move, and timesheets.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openApp } from '#app';
import { readConfig } from '#config';
import { exportAccount } from '#accounts/export-account.ts';
import { runRequest } from '#engine/run-request.ts';
import { systemCaller } from '#engine/system-caller.ts';
import { importAccount } from '#transfer/import-account.ts';
import { readCsv } from '../export/read-csv.ts';
import { exportTo } from '../transfer/moved.ts';
import { resealed } from '../transfer/resealed.ts';
import { statementsOf } from '../support/counting-engine.ts';
import { rowOf, rowsOf } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { bodyOf, define, entities } from './own.ts';

const why = 'reads the database of the installation by other ways than requests';

onOwnInstallations("storage of an account's own fields", { why }, (place) => {
  test('another process answers a field as soon as it is defined', async () => {
    const { installation, machine, account } = place;
    const beside = await openApp(readConfig({ flags: { database: installation.databaseUrl }, env: {} }));
    try {
      const { id } = await machine.create('projects', { name: 'beside', mother_id: 0 });
      const readBeside = async (): Promise<Record<string, unknown>> => {
        const answer = await runRequest(beside.engine, {
          caller: systemCaller(account),
          request: {
            method: 'GET',
            path: `/${account.name}/v4/projects/read/${id}`,
            query: '',
            headers: {},
            body: null,
            remoteAddress: null,
            requestId: 'beside',
          },
        });
        return JSON.parse(String(answer.body)).Results[0];
      };
      await readBeside();
      const definition = await define(machine, 'projects', 'number');
      const name = definition['column_name'];
      assert.equal((await readBeside())[name], null);
      written(await machine.put(`projects/update/${id}`, { [name]: 4.5 }));
      assert.equal((await readBeside())[name], 4.5);
      rowOf(await machine.delete(`userDefinedFieldDefinitions/delete/${definition['id']}`));
      assert.ok(!(name in (await readBeside())));
    } finally {
      await beside.close();
    }
  });

  test('reads and writes run as many statements with own fields as without', async () => {
    const { installation, machine } = place;
    const { id } = await machine.create('tasks', await bodyOf(machine, 'tasks'));
    const requests = (more: object) => [
      { method: 'GET', path: `tasks/read/${id}` },
      { method: 'GET', path: 'tasks/read', query: '_fields=id,name' },
      { method: 'PUT', path: `tasks/update/${id}`, entity: { notes: `${Math.random()}`, ...more } },
    ];
    const counts = async (more: object): Promise<readonly number[]> => {
      const found: number[] = [];
      for (const request of requests(more)) found.push((await statementsOf(installation, request)).length);
      return found;
    };
    await counts({});
    const before = await counts({});
    const name = (await define(machine, 'tasks', 'number'))['column_name'];
    await counts({ [name]: 1 });
    assert.deepEqual(await counts({ [name]: 2 }), before);
  });

  test('an account that moves takes its values along, unless they fit no definition', async () => {
    const { installation } = place;
    const { engine } = installation.app;
    const { machine, id } = await installation.addAccount('moving');
    const made: (readonly [entity: string, id: number, name: string, value: unknown])[] = [];
    for (const entity of entities) {
      const kind = entity === 'users' ? 'number' : 'text';
      const value = kind === 'number' ? 1.25 : `of ${entity}`;
      const name = (await define(machine, entity, kind))['column_name'];
      const row = await machine.create(entity, { ...(await bodyOf(machine, entity)), [name]: value });
      made.push([entity, row['id'], name, value]);
    }
    const folder = mkdtempSync(join(tmpdir(), 'hourbook-own-'));
    try {
      const file = join(folder, 'moving.jsonl');
      await exportTo(engine.database, { accountId: id, file });
      await importAccount(engine, { file, name: 'moved' });
      for (const [entity, row, name, value] of made) {
        const answer = await runRequest(engine, {
          caller: systemCaller({ id: id + 1, name: 'moved' }),
          request: {
            method: 'GET',
            path: `/moved/v4/${entity}/read/${row}`,
            query: '',
            headers: {},
            body: null,
            remoteAddress: null,
            requestId: 'moved',
          },
        });
        assert.equal(JSON.parse(String(answer.body)).Results[0][name], value, entity);
      }
      const whole = readFileSync(file, 'utf8');
      const person = made[0]?.[2] as string;
      for (const [values, refusal] of [
        ['{', /holds "\{" in own_values: it must be an object as JSON\./],
        [`{"${person}":1.5}`, /in own_values: it must be an object of whole numbers and texts\./],
        [`{"${person}":"1"}`, /has the value of udf_\d+ in own_values as text: it must be integer\./],
        ['{"udf_0":1}', /has the value of udf_0 in own_values as integer: it must be no value/],
      ] as const) {
        const changed = resealed(whole, (table, row) =>
          table === 'users' ? [row.map((one) => (one === `{"${person}":125}` ? values : one))] : [row],
        );
        writeFileSync(file, changed);
        await assert.rejects(importAccount(engine, { file, name: 'refused' }), refusal);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('timesheets show own fields of people behind their other columns', async () => {
    const { installation, machine, account } = place;
    const centre = await define(machine, 'users', 'number', { fieldname: 'Cost centre' });
    const start = { payroll_accounting_starts_at: '2026-01-01', [centre['column_name']]: 4711 };
    await hire(machine, 'sheet', start);
    const out = new PassThrough();
    const read = text(out);
    const asked = { account: account.name, username: 'sheet', month: '2026-01', format: 'csv' } as const;
    assert.equal(await exportAccount(installation.app.engine, out, asked), 1);
    out.end();
    const [headings = [], ...lines] = readCsv(await read);
    assert.equal(headings.at(-1), 'Cost centre');
    const days = lines.filter(([kind]) => kind === 'day');
    assert.ok(days.length > 0);
    for (const day of days) assert.equal(day.at(-1), '4711');
    assert.equal(rowsOf(await machine.get('users/read', { username: 'sheet' })).length, 1);
  });
});
