// Public holidays by country and region, as the package `date-holidays` knows them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holidaysIn, placeOf } from '#domain/schedules/holiday-calendar.ts';

const datesOf = async (code: string, year = 2026): Promise<readonly string[]> =>
  (await holidaysIn(code, year, 'en')).map(({ date }) => date.slice(5));

test('lists the thirteen legal public holidays of Austria in 2026', async () => {
  const dates = '01-01 01-06 04-06 05-01 05-14 05-25 06-04 08-15 10-26 11-01 12-08 12-25 12-26';
  assert.deepEqual(await datesOf('AT'), dates.split(' '));
});

test('omits 24 and 31 December where they are no legal holidays', async () => {
  for (const code of ['AT', 'DE', 'CH-ZH']) {
    const dates = await datesOf(code);
    assert.ok(!dates.includes('12-24') && !dates.includes('12-31'), code);
  }
});

test('adds regional holidays to those of the country', async () => {
  const [country, region] = [await datesOf('DE'), await datesOf('DE-BY')];
  assert.deepEqual(
    region.filter((date) => !country.includes(date)),
    ['01-06', '06-04', '11-01'],
  );
  assert.deepEqual(
    country.filter((date) => !region.includes(date)),
    [],
  );
  const augsburg = await datesOf('DE-BY-A');
  assert.ok(augsburg.includes('08-08') && augsburg.includes('08-15'));
});

test('names holidays in the requested language, else in that of the country', async () => {
  const first = async (language: string): Promise<string | undefined> =>
    (await holidaysIn('AT', 2026, language))[0]?.name;
  assert.equal(await first('en'), "New Year's Day");
  assert.equal(await first('de'), 'Neujahr');
  assert.equal(await first('xx'), 'Neujahr');
});

test('counts holidays that begin at noon as half', async () => {
  const halves = (await holidaysIn('IS', 2026, 'en')).filter(({ value }) => value === 50);
  assert.deepEqual(
    halves.map(({ date }) => date),
    ['2026-12-24', '2026-12-31'],
  );
  assert.ok((await holidaysIn('IS', 2026, 'en')).some(({ value }) => value === 100));
});

test('lists each day of a holiday of several days in its own year', async () => {
  const korea = await datesOf('KR');
  for (const date of ['02-17', '02-18', '02-19']) assert.ok(korea.includes(date), date);
  const turkey = await datesOf('TR');
  for (const date of ['03-20', '03-21', '03-22']) assert.ok(turkey.includes(date), date);
  assert.ok(!turkey.includes('03-23'));
  const years = await Promise.all([2026, 2027].map((year) => holidaysIn('SZ', year, 'en')));
  years.forEach((days, index) =>
    assert.ok(days.length > 0 && days.every(({ date }) => date.startsWith(`${2026 + index}-`))),
  );
  assert.ok(years[1]?.some(({ date }) => date === '2027-01-02'));
});

test('joins two holidays of one date under both names', async () => {
  const days = await holidaysIn('AZ', 2026, 'en');
  assert.equal(new Set(days.map(({ date }) => date)).size, days.length);
  assert.match(days.find(({ date }) => date === '2026-03-20')?.name ?? '', / \/ /);
});

test('lists no holidays for an unknown country', async () => {
  assert.deepEqual(await datesOf('AQ'), []);
});

test('reads codes in any letter case and names the known regions of a country', async () => {
  assert.deepEqual(await placeOf('de-by'), { code: 'DE-BY', region: 'Bayern' });
  assert.deepEqual(await placeOf('AT'), { code: 'AT', region: '' });
  const unknown = await placeOf('AT-10');
  assert.ok('known' in unknown && unknown.known.includes('AT-9') && unknown.known.length === 9);
  assert.ok('known' in (await placeOf('DE-BY-A-1')));
});
