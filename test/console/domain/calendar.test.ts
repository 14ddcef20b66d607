// Dates, weeks, and the clocks of zones where they change.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  civilDate,
  dayNumber,
  isCivilDate,
  isoWeek,
  mondayOf,
  weekStart,
  monthOf,
  shownDate,
  weekday,
} from '../../../console/domain/civil.ts';
import {
  dayMinutes,
  dayStart,
  formattedOffset,
  localTime,
  momentOf,
  offsetAt,
} from '../../../console/domain/zones.ts';
import { de } from '../../../console/words/de.ts';
import { en } from '../../../console/words/en.ts';
import { seed } from '../../support/property.ts';

const vienna = 'Europe/Vienna';

describe('civil dates', () => {
  it('are shown from 1900 to 9999, also the next week and month', () => {
    for (const [named, shown] of [
      ['2026-11-28', '2026-11-28'],
      ['9999-12-31', '9999-11-30'],
      ['1000-01-01', '1900-02-01'],
      ['%', '2026-01-01'],
    ] as const)
      assert.equal(shownDate(named, '2026-01-01'), shown);
    assert.equal(addDays(shownDate('9999-12-31', ''), 13), '9999-12-13');
  });

  it('numbers the weeks around a new year as ISO 8601 does', () => {
    assert.deepEqual(isoWeek('2026-12-31'), { year: 2026, week: 53 });
    assert.deepEqual(isoWeek('2027-01-01'), { year: 2026, week: 53 });
    assert.deepEqual(isoWeek('2027-01-04'), { year: 2027, week: 1 });
    assert.deepEqual(isoWeek('2024-12-30'), { year: 2025, week: 1 });
  });

  it('agrees with Temporal about weeks, weekdays and months', () => {
    fc.assert(
      // From the year 4 on.
      fc.property(fc.integer({ min: -718_000, max: 60_000 }), (day) => {
        const date = civilDate(day);
        const plain = Temporal.PlainDate.from(date);
        assert.equal(dayNumber(date), day);
        assert.equal(weekday(date), plain.dayOfWeek);
        assert.deepEqual(isoWeek(date), { year: plain.yearOfWeek, week: plain.weekOfYear });
        assert.equal(monthOf(date).last, plain.with({ day: plain.daysInMonth }).toString());
        assert.equal(mondayOf(date), plain.subtract({ days: plain.dayOfWeek - 1 }).toString());
        assert.equal(weekStart(date, 7), plain.subtract({ days: plain.dayOfWeek % 7 }).toString());
        assert.equal(addMonths(date, 1), plain.with({ day: 1 }).add({ months: 1 }).toString());
      }),
      { seed, numRuns: 500 },
    );
  });

  it('refuses text that is no date of the calendar', () => {
    assert.deepEqual(['2026-02-29', '2026-13-01', '26-01-01', '', '2026-1-1'].filter(isCivilDate), []);
    assert.equal(isCivilDate('2028-02-29'), true);
  });
});

describe('days in words', () => {
  for (const [tag, { dates }] of [['en-GB', en] as const, ['de', de] as const])
    it(`are those of the browser in ${tag}`, () => {
      const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
      const format = new Intl.DateTimeFormat(tag, options);
      for (let number = 21_000; number < 21_366; number += 1) {
        const date = civilDate(number);
        const [day, month] = [dates.weekdays[weekday(date) - 1], dates.months[Number(date.slice(5, 7)) - 1]];
        const said = dates.dayLong(day ?? '', Number(date.slice(8)), month ?? '');
        assert.equal(said, format.format(new Date(date)));
      }
    });
});

describe('clocks of zones', () => {
  it('agrees with Temporal in both directions, also where clocks change', () => {
    const zones = [
      vienna,
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'UTC',
      'Africa/Casablanca',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1_500_000_000, max: 1_900_000_000 }),
        (zone, at) => {
          const zoned = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);
          assert.equal(offsetAt(zone, at), zoned.offsetNanoseconds / 1e9);
          assert.equal(formattedOffset(zone, at), zoned.offsetNanoseconds / 1e9);
          const local = localTime(at, zone);
          assert.equal(local, zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' '));
          assert.equal(momentOf(local, zone, offsetAt(zone, at)), at);
          const first = Temporal.PlainDateTime.from(local.replace(' ', 'T')).toZonedDateTime(zone, {
            disambiguation: 'compatible',
          }).epochMilliseconds;
          assert.equal(momentOf(local, zone), first / 1000);
        },
      ),
      { seed, numRuns: 1000 },
    );
  });

  it('gives a day 23 hours in spring and 25 in autumn', () => {
    assert.equal(dayMinutes('2026-03-29', vienna), 1380);
    assert.equal(dayMinutes('2026-10-25', vienna), 1500);
    assert.equal(dayMinutes('2026-11-22', vienna), 1440);
  });

  it('moves a local time that clocks skip on by what they skip', () => {
    assert.equal(localTime(momentOf('2026-03-29 02:30:00', vienna), vienna), '2026-03-29 03:30:00');
  });

  it('takes the second of two equal local times when the offset names it', () => {
    const first = momentOf('2026-10-25 02:30:00', vienna);
    assert.equal(momentOf('2026-10-25 02:30:00', vienna, 3600) - first, 3600);
    assert.equal(dayStart(addDays('2026-10-25', 1), vienna) - dayStart('2026-10-25', vienna), 25 * 3600);
  });
});
