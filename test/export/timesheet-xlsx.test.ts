// Tests the workbook of a timesheet as another program reads it.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import readWorkbook from 'read-excel-file/node';
import { sheetNames } from '#export/sheet-names.ts';
import { beginXlsx } from '#export/timesheet-xlsx.ts';
import { columns } from '#export/timesheet-columns.ts';
import type { Lengths, Timesheet } from '#export/timesheet.ts';
import { runs, seed } from '../support/property.ts';
import { months } from './random-months.ts';
import { roundedHours, sum, written } from './written.ts';

type Cell = string | number | boolean | Date | null;
type Sheet = { readonly sheet: string; readonly data: readonly (readonly Cell[])[] };

async function sheetsOf(people: readonly Timesheet[]): Promise<readonly Sheet[]> {
  return (await readWorkbook(await written(beginXlsx, people))) as unknown as readonly Sheet[];
}

const lengthColumns = columns.flatMap(({ kind }, index) => (kind === 'length' ? [index] : []));

/** The hundredths that a cell shows, which are all that it holds. */
function printed(cell: Cell | undefined): number {
  assert.equal(typeof cell, 'number', String(cell));
  const hundredths = Math.round((cell as number) * 100);
  assert.equal(hundredths / 100, cell);
  return hundredths === 0 ? 0 : hundredths;
}

test('has an overview and a sheet for each user, whose numbers add up to totals', async () => {
  await fc.assert(
    fc.asyncProperty(months({ min: 1, max: 3 }), async (people) => {
      const [overview, ...sheets] = await sheetsOf(people);
      assert.equal(overview?.sheet, 'Overview');
      assert.equal(sheets.length, people.length);
      for (const [index, { data }] of sheets.entries()) assertSheet(data, people[index] as Timesheet);
      const totals = people.map(({ person }) => overview?.data.find(([name]) => name === person.name));
      const all = overview?.data.find(([label]) => label === 'all in hours');
      const rounding = overview?.data.find(([label]) => label === 'rounding');
      assert.deepEqual(
        totals.map((row) => row?.at(-1)),
        people.map(({ person }) => person.personnelNumber),
      );
      for (const [place, column] of lengthColumns.entries()) {
        assert.deepEqual(
          totals.map((row) => row?.[place + 1]),
          sheets.map(({ data }) => data.find(([first]) => first === 'total in hours')?.[column]),
        );
        const shown = [...totals, rounding].map((row) => printed(row?.[place + 1]));
        assert.equal(printed(all?.[place + 1]), sum(shown));
        const key = columns[column]?.key as keyof Lengths | 'balance';
        const exact = people.map((one) => (key === 'balance' ? one.closing : one.totals[key]));
        assert.equal(printed(all?.[place + 1]), roundedHours(sum(exact)));
      }
    }),
    { ...runs({ test: 40, long: 200, soak: 4000 }), endOnFailure: true },
  );
});

function assertSheet(data: Sheet['data'], { person, days }: Timesheet): void {
  assert.equal(data[0]?.[0], `${person.name} · 2026-06`);
  assert.deepEqual(
    data[2],
    columns.map(({ heading }) => heading),
  );
  const rows = data.filter(([first]) => first instanceof Date);
  assert.deepEqual(
    rows.map(([date]) => (date as Date).toISOString().slice(0, 10)),
    days.map(({ date }) => date),
  );
  const total = data.find(([first]) => first === 'total in hours') as readonly number[];
  const rounding = data.find(([first]) => first === 'rounding') as readonly number[];
  for (const column of lengthColumns) {
    const key = columns[column]?.key as keyof Lengths | 'balance';
    const numbers = rows.map((row) => printed(row[column]));
    const exact = days.map((day) => (key === 'balance' ? day.balance : day.lengths[key]));
    assert.deepEqual(numbers, exact.map(roundedHours));
    if (key === 'balance') assert.equal(printed(total[column]), numbers.at(-1));
    else {
      assert.equal(printed(total[column]), sum(numbers) + printed(rounding[column]));
      assert.equal(printed(total[column]), roundedHours(sum(exact)));
    }
  }
  for (const [index, row] of rows.entries()) {
    const day = days[index] as Timesheet['days'][number];
    assert.equal(row.at(-1) ?? '', day.remarks);
    if (day.begin === null) assert.equal(row[1] ?? null, null);
    else assert.equal((row[1] as Date).toISOString().slice(11, 19), day.begin);
  }
}

test('keeps formulas and markup as text and replaces characters that XML lacks', async () => {
  const [people] = fc.sample(months({ min: 1, max: 1 }), { seed, numRuns: 1 }) as [readonly Timesheet[]];
  const [one] = people as [Timesheet];
  const [day] = one.days as [Timesheet['days'][number]];
  const remarks = '=HYPERLINK("x") <b>&amp;\u0001\u001b €';
  const [, sheet] = await sheetsOf([{ ...one, days: [{ ...day, remarks }] }]);
  const row = sheet?.data.find(([first]) => first instanceof Date);
  assert.equal(row?.at(-1), '=HYPERLINK("x") <b>&amp;   €');
});

test('gives sheets valid and unique names', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('A'.repeat(40), 'a/b', 'History', '')),
        { maxLength: 12 },
      ),
      (texts) => {
        const names = sheetNames(texts);
        assert.equal(new Set(names.map((name) => name.toLowerCase())).size, texts.length);
        for (const name of names) {
          assert.ok(name.length > 0 && name.length <= 31 && !/[[\]:*?/\\]|^'|'$/.test(name), name);
          assert.notEqual(name.toLowerCase(), 'history');
        }
      },
    ),
    { seed, numRuns: 1000 },
  );
});
