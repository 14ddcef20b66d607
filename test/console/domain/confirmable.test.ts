// Which days of an account a person can confirm.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isConfirmable } from '../../../console/domain/confirmable.ts';
import type { AccountDay } from '../../../console/domain/rows.ts';
import type { Span } from '../../../console/domain/spans.ts';
import { momentOf } from '../../../console/domain/zones.ts';

const today = '2026-11-19';
const zone = 'Europe/Vienna';
const day = (date: string, more: Partial<AccountDay> = {}): AccountDay =>
  ({ date, approved_by_user: 0, approved_by_admin: 0, workday: 1, ...more }) as AccountDay;
const since = (local: string): Span => ({ start: momentOf(local, zone), end: null, zone }) as Span;
const dates = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const confirmable = (running: Span | null): readonly string[] =>
  dates.filter((date) => isConfirmable(day(date), today, running));

describe('the days that a person can confirm', () => {
  it('are those up to today that are to be worked or were, and not confirmed yet', () => {
    assert.deepEqual(confirmable(null), dates.slice(0, 3));
    assert.equal(isConfirmable(day(today, { workday: 0 }), today, null), false);
    assert.equal(isConfirmable(day(today, { workday: 0, total_working_time: 1 }), today, null), true);
    assert.equal(isConfirmable(day(today, { approved_by_user: 1 }), today, null), false);
    assert.equal(isConfirmable(day(today, { approved_by_admin: 1 }), today, null), false);
  });

  it('leave out a day on which a booking runs', () => {
    assert.deepEqual(confirmable(since('2026-11-19 08:00:00')), dates.slice(0, 2));
    assert.deepEqual(confirmable(since('2026-11-18 22:20:00')), dates.slice(0, 1));
  });
});
