// Negative hours are rounded half up: -0.505 hours are shown as -0.5.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire } from '../time-tracking/booking.ts';

onEveryEngine(
  'negative hours',
  (place) => {
    let anna = 0;
    before(async () => {
      anna = await hire(place.machine, 'anna', { entry_date: '2026-06-01' });
      // 30 minutes and 18 seconds less than 8 hours: -0.505 hours. On Tuesday a second less is missing.
      for (const [date, end] of [
        ['2026-06-01', '15:29:42'],
        ['2026-06-02', '15:29:43'],
        ['2026-06-03', '15:29:41'],
      ])
        await place.machine.create(
          'timeTrackings',
          booking(anna, { start: `${date} 08:00:00`, end: `${date} ${end}` }),
        );
    });
    const range = { date: '2026-06-01|2026-06-03', _op__date: 'betw', _order_by: 'date' };
    const name = 'working_time_daily_balance';
    const read = (query: object, accept = 'application/json') =>
      place.machine.get(
        'timesheetAccountings/read',
        { user_id: anna, ...range, _fields: `date,${name}`, ...query },
        { accept },
      );
    const dates = async (query: object): Promise<readonly string[]> =>
      rowsOf(await read(query)).map(({ date }) => String(date).slice(8));

    test('rounds alike in JSON, XML and filters', async () => {
      assert.deepEqual(
        rowsOf(await read({})).map((row) => row[name]),
        [-0.5, -0.5, -0.51],
      );
      const { text } = await read({}, 'application/xml');
      assert.deepEqual(
        [...text.matchAll(/<working_time_daily_balance>([^<]*)</g)].map(([, shown]) => shown),
        ['-0.5', '-0.5', '-0.51'],
      );
      assert.deepEqual(await dates({ [name]: -0.5 }), ['01', '02']);
      assert.deepEqual(await dates({ [name]: -0.51 }), ['03']);
      assert.deepEqual(await dates({ [name]: -0.5, [`_op__${name}`]: 'gteq' }), ['01', '02']);
      assert.deepEqual(await dates({ [name]: '-0.51|7', [`_op__${name}`]: 'in' }), ['03']);
      assert.deepEqual(await dates({ [name]: '0.51', [`_op__${name}`]: 'like' }), ['03']);
    });

    test('sums in seconds and rounds once', async () => {
      const aggregate = async (how: string, more: object = {}): Promise<readonly Envelope[]> =>
        rowsOf(await read({ _fields: '', _order_by: '', [`_aggregate__${name}`]: how, ...more }));
      const sumOf = (rows: readonly Envelope[]): readonly unknown[] => rows.map((row) => row[name]);
      assert.deepEqual(sumOf(await aggregate('sum')), [-1.51]);
      assert.deepEqual(sumOf(await aggregate('avg')), [-0.5]);
      assert.deepEqual(sumOf(await aggregate('min')), [-0.51]);
      const [report] = rowsOf(
        await place.machine.get('overtimeReports/read', {
          user_id: anna,
          date_from: '2026-06-01',
          date_to: '2026-06-01',
        }),
      );
      assert.deepEqual([report?.[name], report?.['working_time_total_balance']], [-0.5, -0.5]);
      const { overtime } = rowsOf(
        await place.machine.get('timesheetAccountingSummaries/read', {
          user_id: anna,
          start_date: '2026-06-01',
        }),
      )[0] as Envelope;
      assert.deepEqual([overtime.overtime_saldo, overtime.overtime_hours], [-0.5, '-0:30']);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
