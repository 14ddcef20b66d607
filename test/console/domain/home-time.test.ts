// The day on which a timer runs, as the server tells it: what Today and My week make of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toldBy } from '../../../console/domain/home-time.ts';
import type { AccountDay } from '../../../console/domain/rows.ts';
import type { Span } from '../../../console/domain/spans.ts';
import { progressOf } from '../../../console/domain/today.ts';
import { layOutDays, type ToldDay } from '../../../console/domain/week.ts';
import { momentOf } from '../../../console/domain/zones.ts';

const zone = 'Europe/Vienna';
const date = '2026-11-19';
const start = momentOf(`${date} 08:30:00`, zone);
const runs: Span = {
  id: 7,
  taskId: 1,
  start,
  end: null,
  zone,
  isBreak: false,
  isLocked: false,
  notes: null,
};
const home = {
  date,
  time_tracking_id: runs.id,
  home_after: 30_600,
  deducted_break: 1800,
  course: [
    { after: 3600, total: 3600 },
    { after: 21_600, total: 21_600 },
    { after: 23_400, total: 21_600 },
    { after: 57_600, total: 55_800 },
  ],
};

describe('a running day that the server has told', () => {
  it('is told of its own timer only', () => {
    assert.equal(toldBy({ ...home, time_tracking_id: 8 }, runs), null);
    const { date: on, homeAt, deducted } = toldBy(home, runs) as ToldDay;
    assert.deepEqual([on, homeAt, deducted], [date, start + 30_600, 1800]);
  });

  it('comes to what lies between two points, and to the last one after it', () => {
    const { workedBy } = toldBy(home, runs) as ToldDay;
    const moments = [3500, 3600, 5000, 21_600, 22_000, 23_400, 24_400, 60_000];
    assert.deepEqual(
      moments.map((after) => workedBy(start + after)),
      [3500, 3600, 5000, 21_600, 21_600, 21_600, 22_600, 55_800],
    );
    assert.equal((toldBy({ ...home, course: [] }, runs) as ToldDay).workedBy(start), 0);
  });

  it('counts in place of what its bookings add up to', () => {
    const now = start + 23_000;
    const told = toldBy(home, runs);
    const account = new Map([[date, { date, total_working_time: 0 } as AccountDay]]);
    const source = { spans: [runs], stored: [runs], account, absenceDays: [], zone, now };
    const worked = (known: ToldDay | null): readonly number[] =>
      layOutDays({ ...source, told: known }, ['2026-11-18', date]).map((day) => day.worked);
    assert.deepEqual(worked(told), [0, 21_600]);
    assert.deepEqual(worked(null), [0, 23_000]);
  });

  it('names the moment that the server told, also where that is none', () => {
    const now = start + 23_000;
    const told = toldBy(home, runs) as ToldDay;
    const day = { worked: told.workedBy(now), target: 28_800 };
    assert.equal(progressOf(day, runs, now, told).homeAt, start + 30_600);
    assert.equal(progressOf(day, runs, now, { ...told, homeAt: null }).homeAt, null);
    assert.equal(progressOf(day, runs, now, null).homeAt, now + 7200);
  });
});
