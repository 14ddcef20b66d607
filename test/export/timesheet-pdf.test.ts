// Tests the PDF of a timesheet as another program reads it, page by page.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { beginPdf } from '#export/timesheet-pdf.ts';
import { columns } from '#export/timesheet-columns.ts';
import type { Timesheet } from '#export/timesheet.ts';
import { runs, seed } from '../support/property.ts';
import { months } from './random-months.ts';
import { hundredthsIn, roundedHours, secondsOf, sum, written } from './written.ts';

async function pagesOf(people: readonly Timesheet[]): Promise<readonly (readonly string[])[]> {
  const bytes = await written(beginPdf, people);
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
  return text.map((page) => page.split('\n'));
}

const headings = columns.map(({ heading }) => heading).join(' ');
const lengthsIn = (line: string): readonly number[] =>
  (line.match(/-?\d+:\d\d:\d\d(?= |$)/g) ?? []).map(secondsOf);
/** What is added up; the balance stands behind it. */
const addedCount = columns.filter(({ kind }) => kind === 'length').length - 1;

test('prints headings and number on each page, and columns that add up to the totals', async () => {
  await fc.assert(
    fc.asyncProperty(months({ min: 1, max: 3 }), async (people) => {
      const pages = await pagesOf(people);
      for (const [index, lines] of pages.entries()) {
        assert.ok(lines.includes(headings), lines.join('\n'));
        assert.ok(lines.at(-1)?.endsWith(`Page ${index + 1} of ${pages.length}`), lines.join('\n'));
      }
      const totals: (readonly number[])[] = [];
      for (const { person } of people) {
        const own = pages.filter(([title]) => title === `${person.name} · 2026-06`).flat();
        totals.push(assertPerson(own));
      }
      const last = pages.at(-1) ?? [];
      const all = lengthsIn(last.find((line) => line.startsWith('all ') && !line.startsWith('all in')) ?? '');
      assert.deepEqual(
        all,
        all.map((_, column) => sum(totals.map((total) => total[column] ?? NaN))),
      );
    }),
    { ...runs({ test: 15, long: 75, soak: 1500 }), endOnFailure: true },
  );
});

function assertPerson(lines: readonly string[]): readonly number[] {
  const days = lines
    .filter((line) => /^[A-Z][a-z] 2026-06-\d\d /.test(line))
    .map((line) => lengthsIn(withoutClocks(line)));
  const total = lengthsIn(
    lines.find((line) => line.startsWith('total ') && !line.startsWith('total in')) ?? '',
  );
  const hours = (lines.find((line) => line.startsWith('total in hours ')) ?? '').match(/-?\d+\.\d\d/g) ?? [];
  assert.equal(total.length, addedCount + 1);
  for (let column = 0; column < addedCount; column += 1) {
    assert.equal(sum(days.map((day) => day[column] ?? NaN)), total[column], String(column));
  }
  assert.equal(days.at(-1)?.at(-1), total.at(-1));
  assert.deepEqual(hours.map(hundredthsIn), total.map(roundedHours));
  return total;
}

function withoutClocks(line: string): string {
  return line.replace(' 07:30:05 16:00:00 ', ' ');
}

test('repeats the headings when a month needs several pages', async () => {
  const [people] = fc.sample(months({ min: 1, max: 1 }), { seed, numRuns: 1 }) as [readonly Timesheet[]];
  const [one] = people as [Timesheet];
  const [day] = one.days as [Timesheet['days'][number]];
  const days = Array.from({ length: 30 }, () => ({
    ...day,
    remarks: 'ein langer Satz, der umbricht. '.repeat(6),
  }));
  const pages = await pagesOf([{ ...one, days }]);
  const own = pages.filter(([title]) => title === `${one.person.name} · 2026-06`);
  assert.ok(own.length > 1, `${own.length} pages`);
  for (const lines of own) assert.ok(lines.includes(headings));
  assert.equal(own.flat().filter((line) => /^[A-Z][a-z] 2026-06-/.test(line)).length, 30);
});

test('prints European letters and the euro sign, and a square for missing glyphs', async () => {
  const [people] = fc.sample(months({ min: 1, max: 1 }), { seed, numRuns: 1 }) as [readonly Timesheet[]];
  const [one] = people as [Timesheet];
  const [day] = one.days as [Timesheet['days'][number]];
  const name = 'ÄÖÜäöüß Łódź Ștefan Жуков Ωμέγα';
  const remarks = '5 € „so“ – 中文한';
  const pages = await pagesOf([{ ...one, person: { ...one.person, name }, days: [{ ...day, remarks }] }]);
  const text = pages.flat().join(' ');
  assert.ok(text.includes(`${name} · 2026-06`), text);
  assert.ok(text.includes('Bäckerei Süß & Söhne'), text);
  assert.ok(text.replaceAll(/\s+/g, ' ').includes('5 € „so“ – □□□'), text);
});

test('shrinks huge sums so that no cell overlaps the next', async () => {
  const [people] = fc.sample(months({ min: 1, max: 1 }), { seed, numRuns: 1 }) as [readonly Timesheet[]];
  const [one] = people as [Timesheet];
  const [day] = one.days as [Timesheet['days'][number]];
  const huge = Object.fromEntries(
    Object.keys(day.lengths).map((key) => [key, 3600 * 12_345_678 + 59]),
  ) as Timesheet['totals'];
  const sheet = { ...one, days: [{ ...day, lengths: huge }], totals: huge };
  const pages = await pagesOf([sheet]);
  const line = pages[0]?.find((text) => text.startsWith('total ')) ?? '';
  assert.equal(line.match(/12345678:00:59/g)?.length, addedCount, line);
  const document = await getDocumentProxy(new Uint8Array(await written(beginPdf, [sheet])));
  const { items } = await (await document.getPage(1)).getTextContent();
  const placed = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  for (const row of Map.groupBy(placed, ({ transform }) => transform[5] as number).values()) {
    const sorted = row.toSorted((a, b) => a.transform[4] - b.transform[4]);
    for (const [index, { str, width, transform }] of sorted.entries()) {
      const next = sorted[index + 1]?.transform[4] ?? 842;
      assert.ok(transform[4] + width < next, `${str} reaches into what stands beside it`);
    }
  }
});
