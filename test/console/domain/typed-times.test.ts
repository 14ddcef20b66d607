// Typed times of a booking: what is untouched keeps its moment, and what is typed is what clocks show, also where they change.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, type CivilDate } from '../../../console/domain/civil.ts';
import { freeFrom } from '../../../console/domain/sheet.ts';
import { momentsOf, shownTimes, type Moments } from '../../../console/domain/typed-times.ts';
import { dateAt, dayStart, localTime, momentOf, offsetAt } from '../../../console/domain/zones.ts';

const vienna = 'Europe/Vienna';
const spring = '2026-03-29';
const autumn = '2026-10-25';

const between = (start: string, end: string, zone = vienna): { start: number; end: number } => ({
  start: momentOf(start, zone),
  end: momentOf(end, zone),
});

/** Start and end of what was typed anew, on the clocks of the zone. */
function clocksOf(date: CivilDate, from: string, to: string, zone = vienna): readonly string[] {
  const { times } = momentsOf({ date, from, to }, { zone, before: null });
  return [times?.start, times?.end].map((moment) => localTime(moment ?? 0, zone));
}

/** Moments of a booking whose form was changed in part. */
function changed(before: Moments, part: Partial<Record<'date' | 'from' | 'to', string>>, zone = vienna) {
  return momentsOf({ ...shownTimes(before, zone), ...part }, { zone, before });
}

/** Every zone with the dates of 2026 on which its clocks change. */
function changes(): readonly (readonly [string, CivilDate])[] {
  return Intl.supportedValuesOf('timeZone').flatMap((zone) => {
    const dates = Array.from({ length: 365 }, (_, index) => addDays('2026-01-01', index));
    const offsets = dates.map((date) => offsetAt(zone, Date.parse(`${date}T12:00:00Z`) / 1000));
    return dates
      .filter((_, index) => index > 0 && offsets[index] !== offsets[index - 1])
      .flatMap((date) => [addDays(date, -1), date, addDays(date, 1)])
      .map((date) => [zone, date] as const);
  });
}

describe('a booking in the form', () => {
  const clocked = between('2026-11-16 08:00:10', '2026-11-16 12:00:50');

  it('keeps its moments with their seconds while nothing is typed', () => {
    assert.deepEqual(changed(clocked, {}).times, clocked);
    assert.deepEqual(changed(clocked, { from: '800', to: '12' }).times, clocked);
    const runs = { start: clocked.start, end: null };
    assert.deepEqual(changed(runs, {}).times, runs);
  });

  it('ends what runs where an end is typed', () => {
    const runs = { start: clocked.start, end: null };
    const ended = { start: clocked.start, end: momentOf('2026-11-16 18:00:00', vienna) };
    assert.deepEqual(changed(runs, { to: '18' }).times, ended);
    assert.deepEqual(changed(runs, { to: 'x' }).faults, { to: 'unreadable' });
  });

  it('takes an end before the start for the next day, if within 16 hours', () => {
    assert.deepEqual(clocksOf('2026-11-16', '22', '6'), ['2026-11-16 22:00:00', '2026-11-17 06:00:00']);
    assert.deepEqual(
      momentsOf({ date: '2026-11-16', from: '14', to: '13' }, { zone: vienna, before: null }),
      {
        times: null,
        faults: { to: 'order' },
      },
    );
  });

  it('keeps the edge that is untouched beside one that is typed', () => {
    const { start, end } = clocked;
    assert.deepEqual(changed(clocked, { to: '13' }).times, {
      start,
      end: momentOf('2026-11-16 13:00:00', vienna),
    });
    assert.deepEqual(changed(clocked, { from: '7' }).times, {
      start: momentOf('2026-11-16 07:00:00', vienna),
      end,
    });
  });

  it('keeps a start and an end within one minute', () => {
    const brief = between('2026-11-16 08:00:10', '2026-11-16 08:00:40');
    assert.deepEqual(changed(brief, {}), { times: brief, faults: {} });
    assert.deepEqual(
      changed(brief, { date: '2026-11-17' }).times,
      between('2026-11-17 08:00:10', '2026-11-17 08:00:40'),
    );
    assert.deepEqual(changed(brief, { from: '8:01', to: '8:01' }).faults, { to: 'order' });
  });

  it('keeps how many days its end is away from its start', () => {
    const night = between('2026-11-16 22:00:00', '2026-11-17 02:00:00');
    const long = between('2026-11-16 22:00:00', '2026-11-18 23:00:00');
    assert.deepEqual([changed(night, {}).times, changed(long, {}).times], [night, long]);
    assert.deepEqual(
      changed(long, { date: '2026-11-20' }).times,
      between('2026-11-20 22:00:00', '2026-11-22 23:00:00'),
    );
    const later = changed(long, { from: '22:30' }).times;
    assert.equal(later?.end, long.end);
  });

  it('keeps both moments in the hour that exists twice', () => {
    const twice = {
      start: momentOf(`${autumn} 02:45:00`, vienna, 7200),
      end: momentOf(`${autumn} 02:15:00`, vienna, 3600),
    };
    assert.equal(twice.end - twice.start, 1800);
    assert.deepEqual(changed(twice, {}).times, twice);
  });

  it('ends in the same of two equal hours in which it starts', () => {
    const second = {
      start: momentOf(`${autumn} 02:10:00`, vienna, 3600),
      end: momentOf(`${autumn} 04:00:00`, vienna),
    };
    assert.equal((changed(second, { to: '2:40' }).times?.end ?? 0) - second.start, 1800);
  });

  it('is shown and read on the clocks of one zone, whatever zone it was booked in', () => {
    const late = between('2026-11-16 23:30:00', '2026-11-17 00:30:00', 'America/New_York');
    assert.deepEqual(shownTimes(late, vienna), { date: '2026-11-17', from: '5:30', to: '6:30' });
    assert.deepEqual(changed(late, {}).times, late);
  });
});

describe('typed times', () => {
  it('refuse a year of which only the end was typed', () => {
    for (const date of ['0026-11-28', '1899-12-31', '20266-01-01'])
      assert.deepEqual(momentsOf({ date, from: '8', to: '9' }, { zone: vienna, before: null }), {
        times: null,
        faults: { date: 'missing' },
      });
  });

  it('say what is missing, what is no time, and what is in no order', () => {
    const ground = { zone: vienna, before: null };
    assert.deepEqual(momentsOf({ date: '', from: 'soon', to: '' }, ground), {
      times: null,
      faults: { date: 'missing', from: 'unreadable', to: 'unreadable' },
    });
    assert.deepEqual(momentsOf({ date: autumn, from: '8', to: '8:00' }, ground).faults, { to: 'order' });
  });

  it('lie on the next day where the end is before the start', () => {
    assert.deepEqual(clocksOf('2026-11-16', '22', '2'), ['2026-11-16 22:00:00', '2026-11-17 02:00:00']);
    assert.deepEqual(clocksOf('2026-11-16', '22', '24'), ['2026-11-16 22:00:00', '2026-11-17 00:00:00']);
  });

  it('are what clocks show on the days on which they change', () => {
    for (const date of [spring, autumn]) {
      const [before, after] = [addDays(date, -1), addDays(date, 1)];
      assert.deepEqual(clocksOf(before, '22', '6'), [`${before} 22:00:00`, `${date} 06:00:00`]);
      assert.deepEqual(clocksOf(date, '22', '6'), [`${date} 22:00:00`, `${after} 06:00:00`]);
      assert.deepEqual(clocksOf(date, '8', '24'), [`${date} 08:00:00`, `${after} 00:00:00`]);
    }
  });

  it('are what clocks show in every zone, on and beside each day of a change', () => {
    const wrong = changes().filter(([zone, date]) => {
      const next = addDays(date, 1);
      const night = clocksOf(date, '21', '5', zone);
      const until = momentsOf({ date, from: '8', to: '24' }, { zone, before: null }).times?.end;
      return night.join() !== `${date} 21:00:00,${next} 05:00:00` || until !== dayStart(next, zone);
    });
    assert.deepEqual(wrong, []);
    assert.ok(changes().length > 300, 'few zones change their clocks');
  });
});

describe('the moment at which a new booking of a day begins', () => {
  it('is eight on the clocks of every zone, on and beside each day of a change', () => {
    const begin = (zone: string, date: CivilDate): string =>
      localTime(freeFrom({ date, segments: [] }, zone), zone);
    assert.equal(begin(vienna, spring), `${spring} 08:00:00`);
    assert.equal(begin(vienna, autumn), `${autumn} 08:00:00`);
    const wrong = changes().filter(([zone, date]) => begin(zone, date) !== `${date} 08:00:00`);
    assert.deepEqual(wrong, []);
  });

  it('is the exact second at which the last booking ends', () => {
    for (let second = 0; second < 400; second += 1) {
      const end = dayStart(autumn, vienna) + second;
      const to = (end - dayStart(autumn, vienna)) / 60;
      const part = { to } as Parameters<typeof freeFrom>[0]['segments'][number];
      assert.equal(freeFrom({ date: dateAt(end, vienna), segments: [part] }, vienna), end);
    }
  });
});
