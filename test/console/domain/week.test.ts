// The week as it is laid out: segments, sums, what waits to be sent; the sheet, walking, copying.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccountDay, Tracking } from '../../../console/domain/rows.ts';
import { firstMinute } from '../../../console/domain/scroll.ts';
import { cellChange, freeFrom, nextCell, roomFor, sheetOf } from '../../../console/domain/sheet.ts';
import { clockRange, copiesOf, onDate, spanOf, timesOf, type Span } from '../../../console/domain/spans.ts';
import { balanceOf, progressOf, runningOf, uncountedOf } from '../../../console/domain/today.ts';
import { walk } from '../../../console/domain/walk.ts';
import { layOutWeek } from '../../../console/domain/week.ts';
import { localTime, momentOf } from '../../../console/domain/zones.ts';

const zone = 'Europe/Vienna';
const monday = '2026-11-16';
const now = momentOf('2026-11-19 11:42:00', zone);
const present = { zone, now, told: null };
let lastId = 0;

function span(from: string, to: string | null, more: Partial<Span> = {}): Span {
  lastId += 1;
  return {
    id: lastId,
    taskId: 1,
    start: momentOf(`${from}:00`, zone),
    end: to === null ? null : momentOf(`${to}:00`, zone),
    zone,
    isBreak: false,
    isLocked: false,
    notes: null,
    ...more,
  };
}

function week(
  spans: readonly Span[],
  more: { stored?: readonly Span[]; account?: readonly Partial<AccountDay>[] } = {},
) {
  return layOutWeek({
    spans,
    stored: more.stored ?? spans,
    account: new Map((more.account ?? []).map((row) => [row.date ?? '', row as AccountDay])),
    absenceDays: [],
    first: monday,
    ...present,
  });
}

describe('a laid out week', () => {
  it('tells what a timer adds that runs since before midnight', () => {
    const account = [
      { date: '2026-11-17', total_working_time: 8 },
      { date: '2026-11-18', total_working_time: 6 },
    ];
    const ended = span('2026-11-18 08:00', '2026-11-18 14:00');
    const { days } = week([ended, span('2026-11-18 22:20', null)], { account });
    const rows = new Map(account.map((row) => [row.date, row as AccountDay]));
    assert.equal(uncountedOf(days.slice(1, 3), rows), 6000);
    assert.equal(uncountedOf(days.slice(2, 3), new Map()), 0, 'no day of the account');
  });

  it('cuts a booking past midnight into two days and adds each to its own', () => {
    const { days } = week([span('2026-11-16 22:00', '2026-11-17 01:30')]);
    assert.deepEqual(
      days
        .slice(0, 2)
        .map((day) => day.segments.map((part) => [part.from, part.to, part.beginsHere, part.endsHere])),
      [[[1320, 1440, true, false]], [[0, 90, false, true]]],
    );
    assert.deepEqual([days[0]?.worked, days[1]?.worked], [7200, 5400]);
  });

  it('draws a night of autumn with the hour that comes twice', () => {
    const { days } = layOutWeek({
      spans: [span('2026-10-24 22:00', '2026-10-25 06:00')],
      stored: [],
      account: new Map(),
      absenceDays: [],
      first: '2026-10-19',
      ...present,
    });
    assert.equal((days[5]?.worked ?? 0) + (days[6]?.worked ?? 0), 9 * 3600);
    assert.equal(days[6]?.minutes, 1500);
  });

  it('shows the sum of the server, moved by what it has not counted yet', () => {
    const stored = [span('2026-11-16 08:00', '2026-11-16 16:00')];
    const account = [{ date: monday, total_working_time: 7.5, target_working_hours: 7.7 }];
    assert.equal(week(stored, { account }).days[0]?.worked, 7.5 * 3600);
    const waiting = [...stored, span('2026-11-16 16:00', '2026-11-16 17:00')];
    assert.equal(week(waiting, { stored, account }).days[0]?.worked, 8.5 * 3600);
  });

  it('counts what runs up to now, and no breaks', () => {
    const { days } = week([
      span('2026-11-19 08:30', null),
      span('2026-11-19 07:00', '2026-11-19 07:30', { isBreak: true }),
    ]);
    assert.equal(days[3]?.worked, 3 * 3600 + 12 * 60);
  });

  it('balances the days up to today against their targets', () => {
    const account = ['2026-11-16', '2026-11-19', '2026-11-20'].map((date) => ({
      date,
      total_working_time: null,
      target_working_hours: 1,
    }));
    const laid = week([span('2026-11-16 08:00', '2026-11-16 10:00')], { account });
    assert.deepEqual([laid.worked, laid.target, laid.balance], [7200, 3 * 3600, 0]);
  });
});

describe('the minute at which the calendar opens', () => {
  it('is seven o’clock, or the first one at which a booking begins before', () => {
    const early = span('2026-11-17 05:30', '2026-11-17 09:00');
    const { days } = week([span('2026-11-16 08:00', '2026-11-16 10:00'), early]);
    assert.equal(firstMinute(days.slice(0, 1), null), 7 * 60);
    assert.equal(firstMinute(days, null), 5 * 60 + 30);
  });

  it('is midnight for one that begins then, or goes on into the only day that is shown', () => {
    assert.equal(firstMinute(week([span('2026-11-17 00:00', '2026-11-17 02:00')]).days, null), 0);
    const late = week([span('2026-11-16 22:00', '2026-11-17 02:00')]).days;
    assert.equal(firstMinute(late, null), 7 * 60);
    assert.equal(firstMinute(late.slice(1, 2), null), 0);
  });

  it('is the present one at night, and seven o’clock by day', () => {
    assert.equal(firstMinute(week([]).days, 90), 90);
    assert.equal(firstMinute(week([]).days, 9 * 60), 7 * 60);
  });
});

describe('spans', () => {
  it('come from rows with the offset that the row names', () => {
    const row = {
      id: 1,
      task_id: 2,
      start_time: '2026-10-25 02:30:00',
      start_time_timezone: zone,
      start_time_offset: 3600,
      end_time: null,
      end_time_timezone: null,
      end_time_offset: null,
      is_nonworking: 0,
      approved_by_admin: 1,
      notes: null,
    } as unknown as Tracking;
    assert.equal(spanOf(row).start, Date.parse('2026-10-25T01:30:00Z') / 1000);
    assert.equal(spanOf(row).isLocked, true);
    assert.equal(timesOf(spanOf(row).start, null, zone).start_time_offset, 3600);
  });

  it('keep clock time and length on another date', () => {
    const moved = onDate(span('2026-10-23 08:00', '2026-10-23 12:00'), '2026-10-26');
    assert.equal(clockRange(moved, zone), '8:00–12:00');
  });

  it('are copied to another week with names that stay the same', () => {
    const source = span('2026-11-12 08:00', '2026-11-12 12:00');
    const copies = copiesOf([source, span('2026-11-19 08:30', null)], '2026-11-09', monday);
    assert.deepEqual(
      copies.map((copy) => [copy.name, clockRange(copy, zone)]),
      [[`copy-${source.id}-2026-11-19`, '8:00–12:00']],
    );
  });
});

describe('the sheet', () => {
  const spans = [span('2026-11-16 08:00', '2026-11-16 12:00'), span('2026-11-16 13:00', '2026-11-16 14:00')];
  const row = sheetOf(week(spans).days, [7])[0];
  const cell = row?.cells[0] ?? { seconds: 0, spans: [] };

  it('adds up bookings of a task on a day; asked tasks get a row, breaks the last', () => {
    assert.equal(cell.seconds, 5 * 3600);
    const lunch = { ...span('2026-11-16 07:00', '2026-11-16 07:30'), taskId: 5, isBreak: true };
    const lines = sheetOf(week([lunch, ...spans]).days, [6, 7], new Set([6]));
    const shown = lines.map((line) => (line.isBreak ? -line.taskId : line.taskId));
    assert.deepEqual(shown, [1, 7, -5, -6]);
  });

  it('cuts a booking at midnight, so that cells of a day add up to its sum', () => {
    const { days } = week([span('2026-11-16 22:00', '2026-11-17 06:00')]);
    const cells = sheetOf(days, [])[0]?.cells ?? [];
    const [worked, seconds] = [days.map((day) => day.worked), cells.map((one) => one.seconds)];
    assert.deepEqual([seconds, seconds.slice(0, 3)], [worked, [7200, 21_600, 0]]);
    assert.equal(
      cells.map((one) => `${one.spans.length} ${one.isCut}`).join(),
      `1 true,1 true${',0 false'.repeat(5)}`,
    );
  });

  it('changes the end of the last booking to reach a typed sum', () => {
    const change = cellChange(cell, 330, now);
    assert.equal(change.kind === 'end' && change.end - change.span.start, 5400);
  });

  it('refuses a sum that the last booking cannot give', () => {
    assert.equal(cellChange(cell, 180, now).kind, 'tooShort');
  });

  it('changes a sum that is shown in whole minutes by the seconds that lack', () => {
    const last = cell.spans.at(-1) as Span;
    const clocked = { seconds: 5370, spans: [{ ...last, end: last.start + 5370 }] };
    assert.equal(cellChange(clocked, 89, now).kind, 'none');
    const change = cellChange(clocked, 90, now);
    assert.ok(change.kind === 'end');
    assert.equal(change.end - change.span.start, 5400);
    assert.equal(cellChange({ ...clocked, seconds: 30 }, 0, now).kind, 'delete');
  });

  it('deletes for zero, creates where nothing is, and leaves what is the same', () => {
    assert.equal(cellChange(cell, 0, now).kind, 'delete');
    assert.equal(cellChange(cell, 300, now).kind, 'none');
    assert.deepEqual(cellChange({ seconds: 0, spans: [] }, 90, now), {
      kind: 'create',
      from: now,
      seconds: 5400,
    });
  });

  it('begins a new booking after the last one of the day', () => {
    const { days } = week(spans);
    assert.deepEqual(
      [days[0], days[1]].map((day) => day && localTime(freeFrom(day, zone), zone)),
      ['2026-11-16 14:00:00', '2026-11-17 08:00:00'],
    );
  });

  it('finds room before on a day that is booked up to midnight, or none', () => {
    const evening = span('2026-11-16 22:00', '2026-11-17 00:00');
    const room = (minutes: number, ...more: readonly Span[]): string | null => {
      const [day] = week([...more, evening]).days;
      const from = day === undefined ? null : roomFor(day, minutes, zone);
      return from === null ? null : localTime(from, zone);
    };
    assert.equal(room(120), '2026-11-16 08:00:00');
    assert.equal(room(960), '2026-11-16 06:00:00');
    assert.equal(room(60, span('2026-11-16 00:00', '2026-11-16 09:30')), '2026-11-16 09:30:00');
    assert.equal(room(60, span('2026-11-16 00:30', '2026-11-16 21:30')), null);
    assert.equal(room(30, span('2026-11-16 00:30', '2026-11-16 21:30')), '2026-11-16 00:00:00');
    const [, tuesday] = week([evening]).days;
    const long = [960, 990, 1440, 1445].map((minutes) => tuesday && roomFor(tuesday, minutes, zone));
    assert.deepEqual(
      long.map((from) => from && localTime(from, zone).slice(11, 16)),
      ['08:00', '07:30', '00:00', null],
    );
    assert.equal(cellChange({ seconds: 0, spans: [] }, 90, null).kind, 'full');
    assert.equal(cellChange(cell, 330, null).kind, 'end');
  });

  it('stays within its edges when the focus moves', () => {
    const size = { rows: 2, columns: 7 };
    assert.deepEqual(nextCell({ row: 1, column: 6 }, { rows: 1, columns: 1 }, size), { row: 1, column: 6 });
    assert.deepEqual(nextCell({ row: 0, column: 3 }, { rows: 1, columns: 0 }, size), { row: 1, column: 3 });
  });
});

describe('walking over bookings', () => {
  const stops = [
    { id: 1, day: 0, from: 480 },
    { id: 2, day: 0, from: 780 },
    { id: 3, day: 2, from: 700 },
  ];

  it('goes on in time, and to the closest in time of the next filled day', () => {
    assert.equal(walk(stops, 1, 'down'), 2);
    assert.equal(walk(stops, 2, 'down'), 3);
    assert.equal(walk(stops, 1, 'right'), 3);
    assert.equal(walk(stops, 3, 'left'), 2);
  });

  it('stays where nothing follows, and begins with the first', () => {
    assert.equal(walk(stops, 3, 'right'), 3);
    assert.equal(walk(stops, null, 'up'), 1);
    assert.equal(walk([], null, 'up'), null);
  });
});

describe('the present day', () => {
  it('names the moment at which the target is reached while work runs', () => {
    const runs = span('2026-11-19 08:30', null);
    const progress = progressOf({ worked: 11_520, target: 27_720 }, runs, now, null);
    assert.equal(progress.homeAt, now + 16_200);
    assert.equal(
      progressOf({ worked: 11_520, target: 27_720 }, { ...runs, isBreak: true }, now, null).homeAt,
      null,
    );
    assert.equal(progressOf({ worked: 30_000, target: 27_720 }, runs, now, null).homeAt, null);
  });

  it('takes the balance of the last counted day, and what began last as running', () => {
    const rows = [
      { date: '2026-11-17', working_time_total_balance: 2 },
      { date: '2026-11-18', working_time_total_balance: 3 },
      { date: '2026-11-19', working_time_total_balance: 9 },
    ] as AccountDay[];
    assert.equal(balanceOf(rows, '2026-11-18'), 3);
    assert.equal(runningOf([span('2026-11-19 08:00', '2026-11-19 09:00')]), null);
  });
});
