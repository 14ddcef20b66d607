// Tests the sheet that is signed as another program reads it.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { exportTimesheets, timesheetFormats } from '#export/export-timesheets.ts';
import { sheetLanguages, sheetWords, type SheetLanguage } from '#export/sheet-words.ts';
import { beginSheets } from '#export/timesheet-sheet.ts';
import { timesheetOf, type Approval, type Timesheet } from '#export/timesheet.ts';
import type { Row } from '#resource/rule.ts';
import { runs } from '../support/property.ts';
import { months } from './random-months.ts';
import { written } from './written.ts';

const hour = 3600;
const name = `Wolfeschlegelsteinhausenbergerdorff-Oberschwarzenbergerinnen-Ypsilanti ${'von und zu '.repeat(12)}Ende`;
const remark = 'Kundentermin in Graz, Rückfahrt mit dem Zug bis spät in die Nacht, Ende';
const approvals: readonly Approval[] = [
  { level: 'person', name: 'Muster Anna', date: '2026-07-01', days: 31 },
  { level: 'company', name: 'Personal Petra', date: '2026-07-03', days: 31 },
];

/** 31 days from 2026-07-01, ten of them on sick leave, with a remark on each other working day. */
function fullMonth(language: SheetLanguage): Timesheet {
  let balance = 12 * hour;
  const rows = Array.from({ length: 31 }, (_, index) => {
    const date = `2026-07-${String(index + 1).padStart(2, '0')}`;
    const off = [0, 6].includes(new Date(date).getUTCDay());
    const isSick = !off && index > 8 && index < 23;
    const worked = off || isSick ? 0 : 8 * hour + 30;
    balance += worked === 0 ? 0 : 30;
    return {
      date,
      isSick,
      begin_time: worked === 0 ? null : '08:00:00',
      end_time: worked === 0 ? null : '16:30:30',
      working_time: worked,
      break: worked === 0 ? 0 : 1800,
      target_working_hours: worked === 0 ? 0 : 8 * hour,
      working_time_daily_balance: worked === 0 ? 0 : 30,
      working_time_total_balance: balance,
      holiday_balance: 1750,
      comment: worked === 0 ? null : remark,
    };
  });
  const absences = rows
    .filter(({ isSick }) => isSick)
    .map(({ date }) => ({ date, subtype: 'Sick leave', value: 100, value_unit: 'd', status: 1 }));
  assert.equal(absences.length, 10);
  const days = rows.map(({ isSick: _isSick, ...row }) => row);
  const person = { name, personnelNumber: '00815', department: 'Backstube', language };
  return timesheetOf(person, { days, absences, approvals });
}

async function pagesOf(sheets: readonly Timesheet[]): Promise<readonly string[]> {
  const bytes = await written(beginSheets, sheets);
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

for (const language of sheetLanguages) {
  test(`fits a full month with an overlong name on one page and cuts nothing (${language})`, async () => {
    const [page = '', ...more] = await pagesOf([fullMonth(language)]);
    assert.equal(more.length, 0);
    const words = sheetWords[language];
    const squeezed = page.replaceAll(' ', '');
    assert.ok(squeezed.includes(name.replaceAll(' ', '')), page);
    assert.equal(squeezed.split(remark.replaceAll(' ', '')).length - 1, 13);
    const sick = language === 'de' ? 'Krankenstand' : 'Sick leave';
    assert.equal(page.split(`${sick} 1`).length - 1, 10 + 1);
    assert.ok(page.includes(`${words.absences}: ${sick} 10`), page);
    const left = language === 'de' ? '17,5 Tage' : '17.5 days';
    const facts = ['00815', 'Backstube', 'Bäckerei Süß & Söhne', left, ...words.signatures];
    for (const text of facts) assert.ok(page.includes(text), text);
    assert.ok(page.includes(`${words.approved.company} ${words.by} Personal Petra`), page);
  });
}

test('prints hours and minutes, blanks for zeros, and totals rounded once', async () => {
  const [page = ''] = await pagesOf([fullMonth('en')]);
  assert.match(page, /We 01 08:00 16:30 0:30 8:01 8:00 0:01 12:01/);
  assert.match(page, /Sa 04 12:02 /);
  // Thirteen times 8:00:30 are 104:06:30.
  assert.match(page, /Total 6:30 104:07 104:00 0:07 12:07/);
  assert.match(page, /Carried over 12:00 Difference of the month 0:07 Balance at the end of the month 12:07/);
});

test('says that a month is not approved, and to which day it is counted', async () => {
  const sheet = { ...fullMonth('de'), approvals: [], countedTo: '2026-07-20' };
  const [page = ''] = await pagesOf([sheet]);
  assert.match(page, /Gezählt bis 20\.07\.2026 Der Monat ist nicht freigegeben\./);
});

test('names settled overtime and an account that begins anew, and adds up with both', async () => {
  const day = (date: string, more: object): object => ({
    date,
    working_time_daily_balance: 2 * hour,
    ...more,
  });
  const days = [
    day('2026-07-10', { overtime_settled: hour, working_time_total_balance: 6 * hour }),
    day('2026-07-20', { opens_with: -6 * hour, working_time_total_balance: 2 * hour }),
  ];
  for (const language of sheetLanguages) {
    const person = { name: 'Anna', personnelNumber: '1', department: 'North', language };
    const [page = ''] = await pagesOf([timesheetOf(person, { days: days as Row[], absences: [] })]);
    const { carried, difference, settled, anew, closing } = sheetWords[language];
    const line = `${carried} 5:00 ${difference} 4:00 ${settled} -1:00 ${anew} -6:00 ${closing} 2:00`;
    assert.ok(page.includes(line), page);
    assert.ok(page.includes(`${settled} 1:00`), page);
  }
});

test('carries over what an account holds that begins anew on the first of the month', () => {
  const first = {
    date: '2026-07-01',
    opens_with: -6 * hour,
    working_time_daily_balance: 2 * hour,
    working_time_total_balance: 5 * hour,
  };
  const person = { name: 'Anna', personnelNumber: '1', department: 'North' };
  const { opening, anew, days } = timesheetOf(person, { days: [first], absences: [] });
  assert.deepEqual([opening, anew, days[0]?.remarks], [3 * hour, 0, '']);
});

test('shades half and whole public holidays as it shades weekends', () => {
  const days = [0, 50, 100].map((public_holiday, index) => ({
    date: `2026-07-0${index + 6}`,
    public_holiday,
  }));
  const person = { name: 'Anna', personnelNumber: '1', department: 'North' };
  const sheet = timesheetOf(person, { days, absences: [] });
  assert.deepEqual(
    sheet.days.map((day) => day.isPublicHoliday),
    [false, true, true],
  );
});

test('continues on further pages when remarks leave no room, and cuts nothing', async () => {
  const month = fullMonth('en');
  const long = `Beginn ${'ein langer Satz, der umbricht. '.repeat(60)}Schluss`;
  const days = month.days.map((day) => ({ ...day, spoken: { ...day.spoken, remarks: long } }));
  const pages = await pagesOf([{ ...month, days }]);
  assert.ok(pages.length > 1);
  assert.equal(pages.join(' ').split('Schluss').length - 1, 31);
});

test('keeps all texts inside the page and apart from each other', async () => {
  await fc.assert(
    fc.asyncProperty(months({ min: 1, max: 2 }), async (people) => {
      const bytes = await written(beginSheets, [...people, fullMonth('de')]);
      const document = await getDocumentProxy(new Uint8Array(bytes));
      assert.equal(document.numPages, people.length + 1);
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        const placed = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
        for (const row of Map.groupBy(placed, ({ transform }) => transform[5] as number).values()) {
          const sorted = row.toSorted((one, other) => one.transform[4] - other.transform[4]);
          for (const [index, { str, width, transform }] of sorted.entries()) {
            const next = sorted[index + 1]?.transform[4] ?? 595;
            assert.ok(transform[4] + width <= next + 0.01, `${str} reaches into what stands beside it`);
            assert.ok(transform[5] > 20, `${str} stands below the page`);
          }
        }
      }
    }),
    { ...runs({ test: 10, long: 75, soak: 1000 }), endOnFailure: true },
  );
});

test('reads no more people when the stream is closed', async () => {
  const out = new PassThrough();
  out.destroy();
  const dates = { parts: [{ from: '2026-07-01', to: '2026-07-31' }], isCut: false };
  const heading = { company: 'Acme', month: '2026-07', writtenAt: 0 };
  let reads = 0;
  const read = (): Promise<never> => Promise.reject(new Error(`read ${(reads += 1)}`));
  for (const format of timesheetFormats) {
    const asked = {
      format,
      heading,
      people: [{ id: 1, dates }],
      ownFields: [],
      read,
      holidayNames: () => new Map(),
    };
    await assert.rejects(exportTimesheets(out, asked), /the stream was closed/);
  }
  assert.equal(reads, 0);
});
