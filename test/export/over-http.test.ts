// Tests GET /<account>/v4/exports/timesheets: what each caller gets, as which file, and what is refused.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { extractText } from 'unpdf';
import readWorkbook from 'read-excel-file/node';
import { absence, certifiedSickLeave, enter, openOffice, type Office } from '../absences/absence.ts';
import { createClient, type Client, type Envelope } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { readCsv } from './read-csv.ts';

const month = '2026-06';
const address = 'exports/timesheets';

type Code = Parameters<typeof assertRefused>[1]['code'];

interface File {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

async function fetchFile(place: Place, client: Client, path: string, method = 'GET'): Promise<File> {
  const response = await fetch(`${place.installation.address}/${place.account.name}/${path}`, {
    method,
    headers: { authorization: `Bearer ${client.token}` },
  });
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The records of a CSV file, by their headings. */
function recordsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [headings = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])));
}

onEveryEngine(
  'exports over HTTP',
  (place) => {
    let office: Office;
    before(async () => {
      office = await openOffice(place);
      const entry_date = '2026-06-01';
      for (const [name, id] of Object.entries(office.ids)) {
        written(
          await place.machine.put(`users/update/${id}`, {
            entry_date,
            personnel_number: `No ${name}`,
          }),
        );
      }
      // 30 minutes and 18 seconds less than 8 hours: -0.505 hours.
      for (const id of [office.ids.anna, office.ids.bert]) {
        const times = { start: '2026-06-02 08:00:00', end: '2026-06-02 15:29:42' };
        await place.machine.create('timeTrackings', booking(id, times));
      }
      await enter(place.machine, absence(office.ids.anna, '2026-06-03', undefined, certifiedSickLeave));
    });

    const csv = async (client: Client, query: object = {}) => {
      const answer = await client.get(address, { month, ...query });
      assert.equal(answer.status, 200, answer.text);
      return recordsOf(answer.text);
    };
    const namesIn = (records: readonly Readonly<Record<string, string>>[]): string =>
      records
        .filter(({ Row }) => Row === 'total')
        .map(({ Name }) => Name?.replace('Person ', ''))
        .join(' ');

    test('exports the own timesheet to an employee, those of led people to a leader', async () => {
      assert.equal(namesIn(await csv(office.anna)), 'anna');
      assert.equal(namesIn(await csv(office.bert)), 'bert');
      assert.equal(namesIn(await csv(office.boss)), 'anna bert boss');
    });

    test('exports all timesheets to HR, administrators and machines', async () => {
      for (const client of [office.personnel, place.account.administrator, place.machine]) {
        assert.match(namesIn(await csv(client)), /anna bert boss personnel$/);
      }
    });

    test('exports the timesheets that overtimeReports shows, with the same hours', async () => {
      const clients = { ...office, machine: place.machine };
      for (const name of ['anna', 'bert', 'boss', 'personnel', 'machine'] as const) {
        const client = clients[name];
        const range = { date_from: '2026-06-01', date_to: '2026-06-30', _resolve: 'user_id', _limit: 1000 };
        const rows = rowsOf(await client.get('overtimeReports/read', range));
        const told = rows.map(({ user, ...row }: Envelope) => [
          `${user.lastname} ${user.firstname}`,
          row['working_time_daily_balance'],
          row['working_time_total_balance'],
        ]);
        const totals = (await csv(client)).filter(({ Row }) => Row === 'total in hours');
        const shown = totals.map((one) => [one['Name'], Number(one['Difference']), Number(one['Balance'])]);
        assert.deepEqual(shown.toSorted(), told.toSorted());
      }
    });

    test('leaves out days between two employments, as overtimeReports does', async () => {
      const cara = await hire(place.machine, 'cara.back', { entry_date: '2026-06-01' });
      const dayRow = { user_id: cara, date: '2026-06-10' };
      const [day] = rowsOf(await place.machine.get('timesheetAccountings/read', dayRow)) as [Envelope];
      written(await place.machine.put(`timesheetAccountings/update/${day['id']}`, { additions: 5 }));
      written(await place.machine.put(`users/update/${cara}`, { exit_date: '2026-06-05' }));
      const back = { user_id: cara, entry_date: '2026-06-15', initial_balance: 1 };
      const { id } = await place.machine.create('employments', back);
      assert.equal(rowsOf(await place.machine.get('timesheetAccountings/read', dayRow)).length, 1);
      const range = { user_id: cara, date_from: '2026-06-01', date_to: '2026-06-30' };
      const [told] = rowsOf(await place.machine.get('overtimeReports/read', range)) as [Envelope];
      const records = await csv(place.machine, { user_id: cara });
      const total = records.find(({ Row }) => Row === 'total in hours');
      const shown = ['Added', 'Difference', 'Balance'].map((name) => Number(total?.[name]));
      const columns = ['additions', 'working_time_daily_balance', 'working_time_total_balance'] as const;
      assert.deepEqual(
        shown,
        columns.map((name) => told[name]),
      );
      assert.equal(shown[0], 0);
      const days = records.filter(({ Row }) => Row === 'day').map(({ Date: date }) => date);
      assert.deepEqual([days.length, days.includes('2026-06-10')], [21, false]);
      written(await place.machine.delete(`employments/delete/${id}`));
      written(await place.machine.put(`users/update/${cara}`, { entry_date: null, exit_date: null }));
    });

    test('rounds the sum of all people once, as the sum of the interface', async () => {
      const name = 'working_time_daily_balance';
      const range = { date: '2026-06-01|2026-06-30', _op__date: 'betw' };
      const ids = `${office.ids.anna}|${office.ids.bert}`;
      const query = { ...range, user_id: ids, _op__user_id: 'in', [`_aggregate__${name}`]: 'sum' };
      const [sum] = rowsOf(await office.boss.get('timesheetAccountings/read', query)) as [Envelope];
      const all = (await csv(office.boss)).find(({ Row }) => Row === 'all in hours');
      const boss = (await csv(office.boss, { user_id: office.ids.boss })).find(
        ({ Row }) => Row === 'total in hours',
      );
      assert.equal(Number(all?.['Difference']), sum[name] + Number(boss?.['Difference']));
    });

    test('shows personnel number and absences', async () => {
      const days = (await csv(office.boss, { user_id: office.ids.anna })).filter(({ Row }) => Row === 'day');
      assert.equal(days.length, 30);
      const sick = days.find((day) => day['Date'] === '2026-06-03');
      assert.equal(sick?.['Personnel number'], 'No anna');
      assert.match(sick?.['Absences'] ?? '', / 1$/);
    });

    test('leaves out absences that a grant on timesheets alone does not show', async () => {
      const { anna, bert } = office.ids;
      const granted = await place.machine.create('permissions', {
        user_id: bert,
        resource_name: 'timesheetAccountings',
        permission_name: 'read',
        permission_scope_id: 6,
        permission_scope_data_1: anna,
      });
      const records = await csv(office.bert);
      assert.equal(namesIn(records), 'anna bert');
      const sick = records.find((one) => one['Name'] === 'Person anna' && one['Date'] === '2026-06-03');
      assert.deepEqual([sick?.['Absences'], sick?.['Personnel number']], ['', '']);
      written(await place.machine.delete(`permissions/delete/${granted['id']}`));
      assert.equal(namesIn(await csv(office.bert)), 'bert');
    });

    test('sends each format as an attachment with its type and name, in every version', async () => {
      const kinds = {
        csv: 'text/csv; charset=utf-8',
        pdf: 'application/pdf',
        'pdf-table': 'application/pdf',
        xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      };
      const begins = { csv: 'Row,', pdf: '%PDF', 'pdf-table': '%PDF', xlsx: 'PK\x03\x04' };
      for (const version of ['v4', 'v3', 'v5', 'userapi/v4', 'userapi/v3']) {
        for (const format of ['csv', 'pdf', 'pdf-table', 'xlsx'] as const) {
          const path = `${version}/exports/timesheets/?month=${month}&format=${format}`;
          const { status, headers, bytes } = await fetchFile(place, office.boss, path);
          assert.equal(status, 200);
          assert.equal(headers.get('content-type'), kinds[format]);
          assert.match(
            headers.get('content-disposition') ?? '',
            new RegExp(
              `^attachment; filename="timesheets-${month}.${format.slice(0, 3) === 'pdf' ? 'pdf' : format}"`,
            ),
          );
          assert.equal(bytes.subarray(0, begins[format].length).toString('latin1'), begins[format]);
          const head = await fetchFile(place, office.boss, path, 'HEAD');
          assert.deepEqual([head.status, head.bytes.length], [200, 0]);
          assert.equal(head.headers.get('content-type'), kinds[format]);
        }
      }
      const path = `v4/${address}?month=${month}&user_id=${office.ids.anna}`;
      const { headers } = await fetchFile(place, office.boss, path);
      assert.match(headers.get('content-disposition') ?? '', /"timesheet-2026-06-Person anna\.csv"/);
    });

    test('writes the personnel number into the overview of the workbook', async () => {
      const { bytes } = await fetchFile(place, office.boss, `v4/${address}?month=${month}&format=xlsx`);
      const [overview] = (await readWorkbook(bytes)) as unknown as readonly { data: readonly unknown[][] }[];
      assert.ok(overview?.data.some((row) => row[0] === 'Person anna' && row.at(-1) === 'No anna'));
    });

    test('prints the sheet in the language of the person, with the approver by name', async () => {
      const { bert } = office.ids;
      const [german] = rowsOf(await place.machine.get('languages/read', { iso_639_1: 'de' })) as [Envelope];
      written(await place.machine.put(`users/update/${bert}`, { language_id: german['id'] }));
      written(await office.boss.put('timesheetAccountings/approve', { user_id: bert, date: '2026-06-02' }));
      const path = `v4/${address}?month=${month}&format=pdf`;
      const { bytes } = await fetchFile(place, office.boss, path);
      const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
      assert.equal(text.length, 3);
      const [anna = '', sheet = ''] = text;
      assert.ok(anna.startsWith(place.account.name), anna);
      assert.match(anna, /Timesheet June 2026\s+Person anna\s+Personnel number No anna/);
      assert.match(anna, /The month is not approved\./);
      assert.match(sheet, /Arbeitszeitnachweis Juni 2026\s+Person bert\s+Personalnummer No bert/);
      assert.match(sheet, /Freigegeben von Person boss am 20\.07\.2026: 1 von 30 Tage/);
      assert.match(sheet, /Di 02\.\s+08:00\s+15:29\s+7:30/);
      assert.match(anna, /Corpus Christi 1/);
      assert.match(sheet, /Fronleichnam 1/);
    });

    test('begins CSV with a byte order mark for bom=1 only', async () => {
      const mark = Buffer.from('\ufeff');
      for (const [query, begins] of [
        ['', false],
        ['&bom=0', false],
        ['&bom=1', true],
      ] as const) {
        const { bytes } = await fetchFile(place, office.anna, `v4/${address}?month=${month}${query}`);
        assert.equal(bytes.subarray(0, mark.length).equals(mark), begins, query);
      }
    });

    test('names what is wrong with a parameter', async () => {
      const { anna, bert } = office.ids;
      const refusals: readonly (readonly [query: object, status: number, code: Code, field: string])[] = [
        [{}, 400, 'missing_parameter', 'month'],
        [{ month: '2026-13' }, 422, 'invalid_value', 'month'],
        [{ month: '2020-01' }, 422, 'invalid_value', 'month'],
        [{ month, format: 'doc' }, 422, 'invalid_value', 'format'],
        [{ month, user_id: 'x' }, 422, 'invalid_value', 'user_id'],
        [{ month, user_id: 999_999 }, 422, 'unknown_reference', 'user_id'],
        [{ month, user_id: bert }, 422, 'unknown_reference', 'user_id'],
        [{ month: '2020-01', user_id: anna }, 422, 'invalid_value', 'month'],
        [{ month, bom: 2 }, 422, 'invalid_value', 'bom'],
        [{ month, bom: 1, format: 'pdf' }, 422, 'contradiction', 'bom'],
        [{ month, users: 1 }, 422, 'unknown_parameter', 'users'],
      ];
      for (const [query, status, code, field] of refusals) {
        const refused = await office.anna.get(address, query as Readonly<Record<string, string>>);
        assertRefused(refused, { status, code, field });
      }
    });

    test('answers 404 for another export, 405 for another method and 403 without a token', async () => {
      assertRefused(await office.anna.get('exports/bills', { month }), {
        status: 404,
        code: 'unknown_address',
      });
      assertRefused(await office.anna.get(`${address}/7`, { month }), {
        status: 404,
        code: 'unknown_address',
      });
      const posted = await office.anna.post(`${address}?month=${month}`, {});
      assertRefused(posted, { status: 405, code: 'wrong_method', error: 400 });
      assert.equal(posted.headers.get('allow'), 'GET');
      const at = { address: place.installation.address, account: place.account.name };
      const response = await fetch(`${at.address}/${at.account}/v4/${address}?month=${month}`);
      assert.equal(response.status, 403);
      const strange = await createClient(at, 'nonsense').get(address, { month });
      assert.equal(strange.status, 401);
    });

    test('shows an account nothing of another', async () => {
      const other = await place.installation.addAccount('globex');
      const stranger = createClient(
        { address: place.installation.address, account: place.account.name },
        other.machine.token,
      );
      assertRefused(await stranger.get(address, { month }), { status: 401, code: 'other_account' });
      const refused = await other.machine.get(address, { month, user_id: office.ids.anna });
      assertRefused(refused, { status: 422, code: 'unknown_reference', field: 'user_id' });
      await hire(other.machine, 'olga', { entry_date: '2026-06-01', exit_date: '2026-06-30' });
      assert.equal(namesIn(await csv(other.machine)), 'olga');
    });
  },
  { startsAt: '2026-07-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
