// The parts of a day add up to the time from its begin to its end, to the second, whatever the model of breaks.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accountOf } from '../timesheets.ts';
import type { Row } from '#resource/rule.ts';
import { inAccount } from '../../support/account-view.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { countOf, seed } from '../../support/property.ts';
import { between, oneOf, randomFrom, type Random } from '../../support/random.ts';
import { hire } from '../../time-tracking/booking.ts';
import { bookingsFrom, night, officeDay } from './day-patterns.ts';
import { createAll, trackingOf } from './enter-bookings.ts';
import type { Booking } from './facts.ts';
import { makeTasks } from './found-company.ts';
import { piecesByDate } from './oracle/painted-day.ts';

const hour = 3600;
const zones = ['Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
/** A Monday before the clocks change in each zone, and ordinary weeks. */
const mondays = [
  '2026-03-02',
  '2026-03-23',
  '2026-03-30',
  '2026-06-01',
  '2026-09-28',
  '2026-10-19',
  '2026-10-26',
];
/** Ids of the models of breaks that every account has. */
const models = [1, 2, 3, 4, 5];

onEveryEngine(
  'parts of days',
  (place) => {
    let tasks: ReadonlyMap<string, number>;
    before(async () => {
      tasks = await makeTasks(place.machine);
    });

    test('add up to the time from begin to end over random histories', async () => {
      let days = 0;
      for (let history = 0; history < countOf({ test: 30, long: 100, soak: 1_000 }); history += 1) {
        const random = randomFrom(seed * 10_000 + history);
        const bookings = weekOf(random);
        const person = await hire(place.machine, `parts.${history}`, {
          entry_date: '2026-01-01',
          automatic_break_template_id: oneOf(random, models),
        });
        const rows = bookings.map((one) => trackingOf(person, one, tasks));
        await createAll(place.machine, 'timeTrackings', rows);
        days += await assertAddsUp(person, bookings, `seed ${seed}, history ${history}`);
      }
      assert.ok(days > 30, `only ${days} days were booked`);
    });

    /** Answers how many days it has looked at. */
    async function assertAddsUp(
      person: number,
      bookings: readonly Booking[],
      history: string,
    ): Promise<number> {
      const stored = new Map(
        (
          await inAccount(place.installation, (view) =>
            view.find('timesheetAccountings', [{ column: 'user_id', is: '=', value: person }]),
          )
        ).map((row) => [row['date'] as string, row]),
      );
      const shown = new Map(
        (await accountOf(place.machine, person, ['2026-01-01', '2026-12-31'])).map((row) => [
          row['date'],
          row,
        ]),
      );
      const pieces = piecesByDate(bookings);
      for (const [date, all] of pieces) {
        const present = all.filter(({ task }) => task === 'work' || task === 'travel');
        if (present.length === 0) continue;
        const first = present.reduce((a, b) => (b.from < a.from ? b : a));
        const end = present.reduce((a, b) => (b.to > a.to ? b : a));
        let travel = 0;
        for (const { task, from, to } of present) if (task === 'travel') travel += to - from;
        const row: Row = stored.get(date) ?? {};
        const parts = ['working_time', 'break', 'unbooked_time'].map((name) => Number(row[name]));
        const sum = parts.reduce((a, b) => a + b, travel);
        assert.equal(sum, end.to - first.from, `${history}, ${date}: ${parts.join(' + ')} + ${travel}`);
        const { begin_time, end_time } = shown.get(date) ?? {};
        assert.deepEqual([begin_time, end_time], [first.shownFrom, end.shownTo], `${history}, ${date}`);
      }
      return pieces.size;
    }
  },
  { startsAt: '2026-12-30T12:00:00Z', timezone: 'Europe/Vienna' },
);

/** A week of days or of nights in one zone. */
function weekOf(random: Random): readonly Booking[] {
  const zone = oneOf(random, zones);
  const monday = Temporal.PlainDate.from(oneOf(random, mondays));
  const isNight = random() < 0.4;
  return Array.from({ length: 7 }, (_, days) => monday.add({ days })).flatMap((day) => {
    const opens = isNight ? between(random, 20 * hour, 22 * hour) : between(random, 6 * hour, 9 * hour);
    const start = day.toPlainDateTime().add({ seconds: opens }).toZonedDateTime(zone);
    return bookingsFrom(start, isNight ? night(random) : officeDay(between(random, hour, 9 * hour), random));
  });
}
