// Finding by typing, plots, and why a day comes out as it does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainDay } from '../../../console/domain/explain.ts';
import { matching } from '../../../console/domain/match.ts';
import { plotLine, ticksOf } from '../../../console/domain/plot.ts';
import type { AccountDay, Tracking } from '../../../console/domain/rows.ts';
import { segmentsOf, spanOf, type Segment } from '../../../console/domain/spans.ts';

describe('finding by typing', () => {
  const names = ['Fire protection', 'Site supervision', 'Übergabe', 'Prototype'];
  const find = (text: string): readonly string[] => matching(names, text, (name) => name);

  it('puts beginnings of the text first, then beginnings of words', () => {
    assert.deepEqual(find('pro'), ['Prototype', 'Fire protection']);
  });

  it('ignores marks and case, and wants every word', () => {
    assert.deepEqual(find('uber'), ['Übergabe']);
    assert.deepEqual(find('SITE sup'), ['Site supervision']);
    assert.deepEqual(find('site fire'), []);
  });

  it('takes signs as signs and finds all with nothing typed', () => {
    assert.deepEqual(find('('), []);
    assert.deepEqual(find(' '), names);
  });
});

describe('a plotted line', () => {
  it('lies between its ticks, with zero among them', () => {
    const plot = plotLine([1, 3, null, -2], 300, 100);
    assert.equal(plot.points.length, 3);
    assert.ok(plot.points.every((point) => point.y >= 0 && point.y <= 100));
    assert.ok(plot.ticks.some((tick) => tick.value === 0));
    assert.equal(plot.points.at(-1)?.x, 300);
  });

  it('leaves zero out where it would flatten the line', () => {
    const plot = plotLine([-485, -486, -484], 300, 100);
    assert.equal(plot.zero, null);
    assert.ok(plot.ticks.every((tick) => tick.value < -400));
  });

  it('draws nothing of nothing', () => {
    assert.equal(plotLine([null, null], 300, 100).path, '');
    assert.deepEqual(ticksOf(2, 2), [0]);
  });
});

describe('the explanation of a day', () => {
  const row = {
    total_working_time: 8,
    paid_nonworking_time: 0,
    target_working_hours: 7.7,
    working_time_daily_balance: 0.3,
    working_time_total_balance: 3.3,
    additions: 1,
    overtime_paid: 0,
    overtime_reduction: 0,
  } as AccountDay;

  const zone = 'Europe/Vienna';
  const booked = (start: string, end: string, [isPaid, isBreak]: readonly (0 | 1)[] = []): Tracking =>
    ({
      start_time: `2026-11-16 ${start}:00`,
      end_time: `2026-11-16 ${end}:00`,
      start_time_timezone: zone,
      is_paid_non_working: isPaid ?? 0,
      is_nonworking: isBreak ?? 0,
    }) as Tracking;
  const partsOf = (...rows: readonly Tracking[]): readonly Segment[] =>
    segmentsOf(rows.map(spanOf), ['2026-11-16'], zone, 0)[0] ?? [];

  it('adds up from bookings to the balance, and leaves out what is nothing', () => {
    const terms = explainDay(row, partsOf(booked('08:00', '16:30')), 2);
    assert.deepEqual(
      terms.map((term) => [term.name, term.amount / 3600]),
      [
        ['bookings', 8.5],
        ['plusBreaks', -0.5],
        ['total', 8],
        ['lessTarget', -7.7],
        ['difference', 0.3],
        ['before', 2],
        ['additions', 1],
        ['after', 3.3],
      ],
    );
  });

  it('counts a paid task that is no break once, and takes no break off for it', () => {
    const parts = partsOf(
      booked('08:00', '11:00'),
      booked('11:00', '13:00', [1]),
      booked('13:00', '13:30', [0, 1]),
      booked('13:30', '14:00', [1, 1]),
      booked('14:00', '14:15'),
    );
    const day = { ...row, total_working_time: 5.75, paid_nonworking_time: 2.5 };
    const terms = explainDay(day, parts, null).slice(0, 3);
    assert.deepEqual(
      terms.map((term) => [term.name, term.amount / 3600]),
      [
        ['bookings', 3.25],
        ['paid', 2.5],
        ['total', 5.75],
      ],
    );
  });

  it('has no difference on a day to come, whose work is still to be done', () => {
    const open = {
      total_working_time: 0,
      working_time_daily_balance: null,
      working_time_total_balance: null,
    };
    const terms = explainDay({ ...row, ...open, additions: 0 }, [], null);
    assert.deepEqual(
      terms.map((term) => term.name),
      ['bookings', 'total', 'lessTarget'],
    );
  });
});
