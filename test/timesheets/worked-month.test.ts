// June 2026 of five employees: every day and every sum matches the table in worked-month.ts.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dateAfter, datesBetween } from '#values/date-range.ts';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { absence, holiday, homeOffice, reduction, sickLeave } from '../absences/absence.ts';
import { accountOf, assertRebuilt, dayOf, liftOvertimeLimits } from './timesheets.ts';
import { booking, hire, pause, work, written } from '../time-tracking/booking.ts';
import { setSetting } from '../holidays/holidays.ts';
import { june, type WorkedMonth } from './worked-month.ts';

const [firstDay, lastDay] = ['2026-06-01', '2026-06-30'];
const absences: Readonly<Record<string, object>> = {
  holiday,
  'half-holiday': { ...holiday, request_partial_begin_duration: 0.5 },
  sick: sickLeave,
  reduction,
  home: homeOffice,
};
const violations = {
  day: 'law_limit_daily_hours_violation',
  rest: 'rest_period_violation',
  break: 'break_law_violation',
  core: 'core_time_violation',
  week: 'law_limit_weekly_hours_violation',
};

onEveryEngine(
  'one month of five employees',
  (place) => {
    const ids = new Map<string, number>();

    before(async () => {
      await setSetting(place.machine, 'automatic_break_rule', 'german');
      await liftOvertimeLimits(place.machine);
      for (const [name, { person, days }] of Object.entries(june)) {
        const id = await hire(place.machine, name, person);
        ids.set(name, id);
        for (const { date, happened } of linesOf(days))
          for (const word of happened) await live(place.machine, { person: id, date, word });
      }
    });
    const idOf = (name: string): number => ids.get(name) as number;

    for (const [name, month] of Object.entries(june)) {
      test(`shows every day of June as calculated by hand: ${name}`, async () => {
        const rows = await accountOf(place.machine, idOf(name), [firstDay, lastDay]);
        assert.deepEqual(
          rows.map((row) => `${row['date']} ${shown(row)}`),
          expectedLines(rows, month),
        );
        await assertRebuilt(place, idOf(name));
      });

      test(`sums the month as calculated by hand: ${name}`, async () => {
        const query = { user_id: idOf(name), date: `${firstDay}|${lastDay}`, _op__date: 'betw' };
        const amounts = ['target_working_hours', 'working_time', 'break'];
        const sums = Object.fromEntries(amounts.map((amount) => [`_aggregate__${amount}`, 'sum']));
        const [row] = rowsOf(await place.machine.get('timesheetAccountings/read', { ...query, ...sums }));
        assert.equal(amounts.map((amount) => row?.[amount]).join(' '), month.sums);
      });
    }

    test('has no days outside employment after entry or exit in the month', async () => {
      const datesOf = async (name: string): Promise<readonly string[]> =>
        (await accountOf(place.machine, idOf(name), ['2020-01-01', lastDay])).map(({ date }) => date);
      assert.deepEqual(await datesOf('lea'), datesBetween('2026-06-01', '2026-06-17'));
      assert.deepEqual(await datesOf('jan'), datesBetween('2026-06-15', '2026-06-30'));
    });

    test('moves every later balance after a correction in July', async () => {
      const fiona = idOf('fiona');
      const balances = async (): Promise<readonly number[]> =>
        Promise.all(
          ['2026-06-12', '2026-06-15', '2026-06-30', '2026-07-03', '2026-07-06'].map(
            async (date) => (await dayOf(place.machine, fiona, date))['working_time_total_balance'] as number,
          ),
        );
      const [untouched, ...later] = await balances();
      const [tracking] = rowsOf(
        await place.machine.get('timeTrackings/read', { user_id: fiona, start_date: '2026-06-15' }),
      );
      // Until 17:30 instead of 16:00: nine hours and a half ask for 45 minutes of break.
      written(
        await place.machine.put('timeTrackings/update', {
          id: tracking?.['id'],
          end_time: '2026-06-15 17:30:00',
        }),
      );
      const day = await dayOf(place.machine, fiona, '2026-06-15');
      assert.equal(shown(day), '8 8.75 0.75 0.75 11');
      assert.deepEqual(await balances(), [untouched, ...later.map((balance) => balance + 1.25)]);
      await assertRebuilt(place, fiona);
    });
  },
  { startsAt: '2026-07-06T08:00:00Z', timezone: 'Europe/Vienna' },
);

/** A line of the table. */
interface Line {
  readonly date: string;
  readonly happened: readonly string[];
  readonly shown: string;
}

function linesOf(days: string): readonly Line[] {
  return days
    .trim()
    .split('\n')
    .map((line) => {
      const [left = '', right = ''] = line.split('|').map((side) => side.trim().replace(/ +/g, ' '));
      const [day = '', ...happened] = left.split(' ');
      return { date: `2026-06-${day}`, happened, shown: right };
    });
}

interface Word {
  readonly person: number;
  readonly date: string;
  readonly word: string;
}

/** Makes a word of the table happen. */
async function live(machine: Client, { person, date, word }: Word): Promise<void> {
  const [paid, hours] = word.split(':');
  if (paid === 'paid') {
    const { id } = await dayOf(machine, person, date);
    written(await machine.put('timesheetAccountings/update', { id, overtime_paid: Number(hours) }));
  } else if (word in absences) await machine.create('absences', absence(person, date, date, absences[word]));
  else {
    const [start = '', end = ''] = word
      .replace('~', '')
      .split('-')
      .map((time) => momentOf(date, time));
    const task_id = word.startsWith('~') ? pause : work;
    await machine.create('timeTrackings', { ...booking(person, { start, end }), task_id });
  }
}

/** `02:00+` is on the next day. */
function momentOf(date: string, time: string): string {
  return time.endsWith('+') ? `${dateAfter(date, 1)} ${time.slice(0, -1)}` : `${date} ${time}`;
}

/** A row as the table writes it. */
function shown(row: Envelope): string {
  const amounts = [
    'target_working_hours',
    'working_time',
    'break',
    'working_time_daily_balance',
    'working_time_total_balance',
  ];
  const wrong = Object.entries(violations).filter(([, field]) => row[field] === 1);
  return [...amounts.map((name) => row[name]), ...wrong.map(([word]) => word)].join(' ');
}

/** What the rows must show: the lines of the table, and on all other days nothing but the balance. */
function expectedLines(rows: readonly Envelope[], { person, days }: WorkedMonth): readonly string[] {
  const lines = new Map(linesOf(days).map((line) => [line.date, line.shown]));
  let balance = String(
    (person as Envelope)['payroll_accounting_initial_value_working_time_total_balance'] ?? 0,
  );
  return rows.map(({ date }) => {
    const line = lines.get(date) ?? `0 0 0 0 ${balance}`;
    balance = line.split(' ')[4] as string;
    return `${date} ${line}`;
  });
}
