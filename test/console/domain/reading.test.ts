// Finding by typing, plots, and why a day comes out as it does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainDay } from '../../../console/domain/explain.ts';
import { matching } from '../../../console/domain/match.ts';
import { plotLine, ticksOf } from '../../../console/domain/plot.ts';
import type { AccountDay } from '../../../console/domain/rows.ts';

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

  it('adds up from bookings to the balance, and leaves out what is nothing', () => {
    const terms = explainDay(row, 8.5 * 3600, 2);
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

  it('has no difference on a day to come, whose work is still to be done', () => {
    const open = {
      total_working_time: 0,
      working_time_daily_balance: null,
      working_time_total_balance: null,
    };
    const terms = explainDay({ ...row, ...open, additions: 0 }, 0, null);
    assert.deepEqual(
      terms.map((term) => term.name),
      ['bookings', 'total', 'lessTarget'],
    );
  });
});
