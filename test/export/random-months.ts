// Generates random months of users as timesheets.
import fc from 'fast-check';
import { lengths, timesheetOf, type Timesheet } from '#export/timesheet.ts';

const seconds = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 }));
const signed = fc.integer({ min: -40_000, max: 40_000 });
const comments = fc.constantFrom('', 'Bäckerei', 'kostet 5 €', '=1+1', 'a,b "c"', 'Zeile\nzwei', 'Łódź Жук');

/** A month that may be any; `people` of them. */
export function months(people: { min: number; max: number }): fc.Arbitrary<readonly Timesheet[]> {
  return fc.array(monthOfOne, { minLength: people.min, maxLength: people.max }).map((all) =>
    all.map(({ days, start, name }, index) => {
      let balance = start;
      const rows = days.map(({ comment, holiday, ...day }, place) => {
        const left = day.overtime_paid + day.overtime_reduction + day.overtime_settled;
        balance += day.working_time_daily_balance + day.additions - left;
        const date = `2026-06-${String(place + 1).padStart(2, '0')}`;
        const begins = day.working_time > 0;
        return {
          ...day,
          date,
          comment,
          holiday,
          begin_time: begins ? '07:30:05' : null,
          end_time: begins ? '16:00:00' : null,
          working_time_total_balance: balance,
        };
      });
      const absences = rows
        .filter(({ holiday }) => holiday > 0)
        .map(({ date, holiday }) => ({
          date,
          value: holiday,
          value_unit: 'd',
          status: 1,
          subtype: 'Urlaub',
        }));
      const person = { name: `${name} ${index}`, personnelNumber: `0${index}`, department: 'Büro' };
      return timesheetOf(person, { days: rows, absences });
    }),
  );
}

const monthOfOne = fc.record({
  name: fc.constantFrom('Müller', 'Ángel', 'Çelik', 'Ωμέγα'),
  start: fc.integer({ min: -4_000_000, max: 4_000_000 }),
  days: fc.array(
    fc.record({
      ...(Object.fromEntries(lengths.map((name) => [name, seconds])) as Record<
        (typeof lengths)[number],
        fc.Arbitrary<number>
      >),
      working_time_daily_balance: signed,
      comment: comments,
      holiday: fc.constantFrom(0, 0, 0, 50, 100),
    }),
    { minLength: 1, maxLength: 30 },
  ),
});
