// Overtime, limited absences and the next year in `timesheetAccountingSummaries`. 2026-11-20 is a Friday.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { summaryMembers } from '#domain/timesheets/summary-members.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Shown } from '../support/expectations.ts';
import type { Envelope } from '../support/client.ts';
import { absence, enter, reduction } from '../absences/absence.ts';
import { booking, written } from '../time-tracking/booking.ts';
import { setSetting, summaryOf } from '../holidays/holidays.ts';
import { foundDepartment, type LedPeople, type Person } from '../people/led-people.ts';
import { liftOvertimeLimits } from './timesheets.ts';

onEveryEngine(
  'timesheet summaries',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    before(async () => {
      people = await foundDepartment(place);
      await liftOvertimeLimits(place.machine);
      anna = await people.hireNext({ entry_date: '2026-11-16', timesheet_holiday_calc_yearly_amount: 20 });
    });
    const overtime = async (query: object = {}): Promise<Shown | null> =>
      (await summaryOf(anna.client, anna.id, query))['overtime'];
    const work = async (date: string, end: string): Promise<void> => {
      const times = { start: `${date} 08:00`, end: `${date} ${end}` };
      written(await place.machine.post('timeTrackings/create', booking(anna.id, times)));
    };

    test('shows overtime at the end of the day less future time off', async () => {
      await work('2026-11-16', '17:30');
      await work('2026-11-17', '18:00');
      await work('2026-11-18', '16:00');
      await work('2026-11-19', '16:00');
      const shown = {
        overtime_header: 'Holiday and overtime',
        overtime_saldo: 3.5,
        overtime_requested: 0,
        overtime_granted: 0,
        overtime_available: 3.5,
        overtime_hours: '3:30',
        balance_until: '2026-11-19',
      };
      const query = { start_date: '2026-11-19' };
      assert.deepEqual(await overtime(query), shown);
      assert.deepEqual((await overtime({ start_date: '2026-11-16' }))?.['overtime_saldo'], 1.5);
      const half = { ...reduction, request_partial_begin_duration: 0.5 };
      await enter(anna.client, absence(anna.id, '2026-12-01', '2026-12-01', half));
      await enter(people.boss.client, absence(anna.id, '2026-12-02', '2026-12-02', reduction));
      assert.deepEqual(await overtime(query), {
        ...shown,
        overtime_requested: 4,
        overtime_granted: 8,
        overtime_available: -8.5,
      });
    });

    test('subtracts payouts on days to come from the hours that can be asked for', async () => {
      const day = { user_id: anna.id, date: '2026-12-03' };
      const { id } = written(await place.machine.get('timesheetAccountings/read', day));
      const pay = async (overtime_paid: number) =>
        written(await place.machine.put(`timesheetAccountings/update/${id}`, { overtime_paid }));
      const available = async () => (await overtime({ start_date: '2026-11-19' }))?.['overtime_available'];
      await pay(1);
      assert.equal(await available(), -9.5);
      await pay(0);
      assert.equal(await available(), -8.5);
    });

    test('includes taken time off in the balance and signs negative hours', async () => {
      await enter(people.boss.client, absence(anna.id, '2026-11-20', '2026-11-20', reduction));
      const { overtime_saldo, overtime_granted, overtime_hours } = (await overtime()) as Shown;
      assert.deepEqual([overtime_saldo, overtime_granted, overtime_hours], [-4.5, 8, '-4:30']);
    });

    test('shows no overtime on a day before the timesheet', async () => {
      assert.equal(await overtime({ start_date: '2026-11-15' }), null);
    });

    test('shows the overtime of today on a day to come and says so', async () => {
      const today = await overtime();
      assert.equal(today?.['balance_until'], '2026-11-20');
      assert.deepEqual(await overtime({ start_date: '2026-11-21' }), today);
      assert.deepEqual(await overtime({ start_date: '2030-01-01' }), today);
    });

    test('shows what is left of limited types in the cycle of the day', async () => {
      const type = async (name_const: string, more: object): Promise<Envelope> =>
        place.machine.create('absenceTypes', { name_const, abbreviation_const: name_const, ...more });
      const yearly = await type('Training', { cycle_max_days: 5 });
      const monthly = await type('Errands', { cycle_max_days: 1.5, cycle_id: 2, duration_unit: 'hs' });
      const of = (row: Envelope): object => ({
        type_id: row['absence_type_id'],
        subtype_id: row['absence_subtype_id'],
      });
      await enter(people.boss.client, absence(anna.id, '2026-11-18', '2026-11-18', of(yearly)));
      await enter(people.boss.client, absence(anna.id, '2026-12-28', '2027-01-05', of(yearly)));
      await enter(anna.client, absence(anna.id, '2026-11-27', '2026-11-27', { ...of(monthly), duration: 2 }));
      const { limited_absences: shown, other_absences_with_limits: others } = await summaryOf(
        anna.client,
        anna.id,
      );
      assert.deepEqual(shown, [
        {
          ...of(yearly),
          name: 'Training',
          period_from: '2026-01-01',
          period_to: '2026-12-31',
          limit: 5,
          taken: 1,
          granted: 4,
          requested: 0,
          available: 0,
        },
        {
          ...of(monthly),
          name: 'Errands',
          period_from: '2026-11-01',
          period_to: '2026-11-30',
          limit: 1.5,
          taken: 0,
          granted: 0,
          requested: 0.25,
          available: 1.25,
        },
      ]);
      assert.deepEqual(others[0], {
        id: yearly['id'],
        absence_type_id: yearly['absence_type_id'],
        absence_subtype_id: yearly['absence_subtype_id'],
        cycle_max_days: 5,
        requested: 0,
        granted: 5,
        available: 0,
        header_from_to_text: '2026-01-01 – 2026-12-31',
      });
      const next = await summaryOf(anna.client, anna.id, { start_date: '2027-01-01' });
      assert.deepEqual(next['limited_absences'][0].granted, 2);
      assert.deepEqual(next['limited_absences'][1].requested, 0);
      const { text } = await anna.client.get(
        'timesheetAccountingSummaries/read',
        { user_id: anna.id },
        { accept: 'application/xml' },
      );
      assert.equal(text.match(/<limited_absences>/g)?.length, 2);
    });

    test('has exactly the members that its page names', async () => {
      const summary = await summaryOf(anna.client, anna.id);
      assert.deepEqual([...new Set(pathsOf(summary, ''))].toSorted(), Object.keys(summaryMembers).toSorted());
    });

    test('shows the same year as next and as current period', async () => {
      const bert = await people.hireNext({
        entry_date: '2026-01-01',
        timesheet_holiday_calc_yearly_amount: 25,
      });
      const years = async (): Promise<Shown> => {
        const [asNext, asCurrent] = [
          (await summaryOf(bert.client, bert.id))['next_period'],
          (await summaryOf(bert.client, bert.id, { start_date: '2027-01-01' }))['current_period'],
        ];
        const { show_period: _, ...next } = asNext;
        const { period_tooltip: _1, next_period_tooltip: _2, ...current } = asCurrent;
        assert.deepEqual(current, next);
        return current;
      };
      const available = (await years())['holiday_available'] as number;
      await enter(bert.client, absence(bert.id, '2026-12-14', '2026-12-17'));
      assert.equal((await years())['holiday_available'], available - 4);
      await enter(bert.client, absence(bert.id, '2027-02-01', '2027-02-02'));
      const { holiday_requested, holiday_available } = await years();
      assert.deepEqual([holiday_requested, holiday_available], [2, available - 6]);
    });

    test('carries available days less those that will expire into the next year', async () => {
      await setSetting(place.machine, 'holiday_carry_over_maximum', '1');
      const { current_period: current, next_period: next } = await summaryOf(anna.client, anna.id);
      // 46 of 365 days
      assert.deepEqual([current.claim_period, current.holiday_available], [2.52, 2.52]);
      assert.deepEqual(
        [next.claim_from_last_period, next.expired_from_last_period, next.holiday_available],
        [2.52, 1.52, 21],
      );
      await enter(anna.client, absence(anna.id, '2026-12-10', '2026-12-11'));
      const { next_period: after } = await summaryOf(anna.client, anna.id);
      assert.deepEqual(
        [after.claim_from_last_period, after.expired_from_last_period, after.holiday_available],
        [0.52, 0, 20.52],
      );
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);

/** The members of an answer by their paths, as its page has them. */
function pathsOf(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, `${path.slice(0, -1)}[].`));
  return Object.entries(value).flatMap(([name, member]) => [
    `${path}${name}`,
    ...pathsOf(member, `${path}${name}.`),
  ]);
}
