// Which days of an account a person can confirm, or open again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isConfirmable, isDecidable, type Confirming } from '../../../console/domain/confirmable.ts';
import type { AccountDay } from '../../../console/domain/rows.ts';
import type { Span } from '../../../console/domain/spans.ts';
import { momentOf } from '../../../console/domain/zones.ts';

const today = '2026-11-19';
const zone = 'Europe/Vienna';
const day = (date: string, more: Partial<AccountDay> = {}): AccountDay =>
  ({ date, approved_by_user: 0, approved_by_admin: 0, workday: 1, ...more }) as AccountDay;
const since = (local: string): Span => ({ start: momentOf(local, zone), end: null, zone }) as Span;
const dates = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const nothing: Confirming = { today, running: null, isActedFor: false };
const confirmable = (running: Span | null): readonly string[] =>
  dates.filter((date) => isConfirmable(day(date), { ...nothing, running }));

describe('the days that a person can confirm', () => {
  it('are those up to today that are to be worked or were, and not confirmed yet', () => {
    assert.deepEqual(confirmable(null), dates.slice(0, 3));
    assert.equal(isConfirmable(day(today, { workday: 0 }), nothing), false);
    assert.equal(isConfirmable(day(today, { workday: 0, total_working_time: 1 }), nothing), true);
    assert.equal(isConfirmable(day(today, { approved_by_user: 1 }), nothing), false);
    assert.equal(isConfirmable(day(today, { approved_by_admin: 1 }), nothing), false);
  });

  it('leave out a day on which a booking runs', () => {
    assert.deepEqual(confirmable(since('2026-11-19 08:00:00')), dates.slice(0, 2));
    assert.deepEqual(confirmable(since('2026-11-18 22:20:00')), dates.slice(0, 1));
    const running = { ...nothing, running: since('2026-11-19 08:00:00') };
    assert.equal(isDecidable(day(today), running), false);
    assert.equal(isDecidable(day('2026-11-18'), running), true);
  });

  it('are none while an administrator acts as the person, who only opens days again', () => {
    const acting = { ...nothing, isActedFor: true };
    assert.equal(isDecidable(day(today), acting), false);
    assert.equal(isConfirmable(day(today), acting), false);
    assert.equal(isDecidable(day(today, { approved_by_user: 1 }), acting), true);
  });

  it('include a day without work by itself, and none that the company has approved', () => {
    assert.equal(isDecidable(day(today, { workday: 0 }), nothing), true);
    assert.equal(isDecidable(day(today, { approved_by_user: 1, approved_by_admin: 1 }), nothing), false);
    assert.equal(isDecidable(day('2026-11-20'), nothing), false);
  });
});
