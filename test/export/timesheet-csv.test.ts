// Tests the CSV of a timesheet: sums, balances, absences and typed texts.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { beginCsv } from '#export/timesheet-csv.ts';
import type { Timesheet } from '#export/timesheet.ts';
import { seed } from '../support/property.ts';
import { months } from './random-months.ts';
import { readCsv } from './read-csv.ts';
import { hundredthsIn, roundedHours, secondsOf, sum, written } from './written.ts';

const added = [
  'Break',
  'Unbooked',
  'Worked',
  'Paid',
  'Counted',
  'Target',
  'Difference',
  'Added',
  'Paid out',
  'Time off',
  'Settled',
];
type Record = Readonly<{ [heading: string]: string }>;

async function recordsOf(people: readonly Timesheet[]): Promise<readonly Record[]> {
  const [headings = [], ...rows] = readCsv((await written(beginCsv, people)).toString('utf8'));
  for (const row of rows) assert.equal(row.length, headings.length);
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])));
}

function only(records: readonly Record[], kind: string): Record {
  const found = records.filter(({ Row }) => Row === kind);
  assert.equal(found.length, 1, kind);
  return found[0] as Record;
}

test('prints columns that add up to the totals of each user and of all', async () => {
  await fc.assert(
    fc.asyncProperty(months({ min: 1, max: 4 }), async (people) => {
      const records = await recordsOf(people);
      const byPerson = [...Map.groupBy(records, ({ 'Personnel number': number }) => number)];
      const each = byPerson.filter(([number]) => number !== '').map(([, own]) => own);
      assert.equal(each.length, people.length);
      for (const own of each) {
        const days = own.filter(({ Row }) => Row === 'day');
        const [total, hours] = [only(own, 'total'), only(own, 'total in hours')];
        for (const column of added) {
          const seconds = secondsOf(total[column] ?? '');
          assert.equal(sum(days.map((day) => secondsOf(day[column] ?? ''))), seconds, column);
          assert.equal(hundredthsIn(hours[column] ?? ''), roundedHours(seconds), column);
        }
        assertBalances(own, days);
      }
      const [all, inHours] = [only(records, 'all'), only(records, 'all in hours')];
      for (const column of [...added, 'Balance']) {
        const totals = each.map((own) => secondsOf(only(own, 'total')[column] ?? ''));
        assert.equal(secondsOf(all[column] ?? ''), sum(totals), column);
        assert.equal(hundredthsIn(inHours[column] ?? ''), roundedHours(sum(totals)), column);
      }
    }),
    { seed, numRuns: 1000 },
  );
});

/** From what was carried over, line by line, to the total. */
function assertBalances(own: readonly Record[], days: readonly Record[]): void {
  let balance = secondsOf(only(own, 'carried over')['Balance'] ?? '');
  for (const day of days) {
    const [difference, plus, paid, off, settled, after] = [
      'Difference',
      'Added',
      'Paid out',
      'Time off',
      'Settled',
      'Balance',
    ].map((column) => secondsOf(day[column] ?? '')) as [number, number, number, number, number, number];
    balance += difference + plus - paid - off - settled;
    assert.equal(after, balance);
  }
  assert.equal(secondsOf(only(own, 'total')['Balance'] ?? ''), balance);
}

test('names absences on their days and sums them in the total', async () => {
  await fc.assert(
    fc.asyncProperty(months({ min: 1, max: 1 }), async (people) => {
      const records = await recordsOf(people);
      const taken = records.filter(({ Row }) => Row === 'day').map(({ Absences }) => Absences ?? '');
      const days = taken.map((text) => Number(/^Urlaub (\S+)$/.exec(text)?.[1] ?? 0));
      const total = only(records, 'total')['Absences'];
      assert.equal(total, sum(days) === 0 ? '' : `Urlaub ${sum(days)}`);
    }),
    { seed, numRuns: 200 },
  );
});

test('quotes formulas in texts and keeps every letter', async () => {
  const [people] = fc.sample(months({ min: 1, max: 1 }), { seed, numRuns: 1 }) as [readonly Timesheet[]];
  const [one] = people as [Timesheet];
  const [day] = one.days as [Timesheet['days'][number]];
  const person = { name: '@Süß', personnelNumber: '=7', department: '-x' };
  const named = { ...one, person, days: [{ ...day, remarks: '+1 "für" €5,\nzwei' }] };
  const record = only(await recordsOf([named]), 'day');
  assert.deepEqual(
    [record['Name'], record['Personnel number'], record['Department'], record['Remarks']],
    ["'@Süß", "'=7", "'-x", `'+1 "für" €5,\nzwei`],
  );
});
