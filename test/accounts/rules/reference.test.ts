// The reference data of countries and time zones are complete and agree with the runtime.
import assert from 'node:assert/strict';
import test from 'node:test';
import { countryRows } from '#domain/reference/countries.ts';
import { missingTimeZones } from '#domain/reference/time-zones.ts';
import { isTimeZone } from '#values/time-zone.ts';

test('holds 249 ISO 3166-1 countries with unique codes, numbers and names', () => {
  assert.equal(countryRows.length, 249);
  for (const column of ['id', 'iso_3166', 'name']) {
    assert.equal(new Set(countryRows.map((row) => row[column])).size, 249, column);
  }
  for (const row of countryRows) {
    assert.match(row['iso_3166'] as string, /^[A-Z]{2}$/);
    assert.ok(Number.isInteger(row['id']) && (row['id'] as number) > 0);
    assert.match(row['name'] as string, /^\p{Lu}/u);
  }
});

test('names plain countries as Intl.DisplayNames does', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const code of ['AT', 'DE', 'CH', 'US', 'JP', 'BR', 'ZA', 'CI']) {
    const name = countryRows.find((row) => row['iso_3166'] === code)?.['name'];
    assert.equal(name, names.of(code)?.replace('’', "'"));
  }
});

test('lists each time zone once, UTC first, all known to the runtime', () => {
  const names = missingTimeZones([]);
  assert.equal(names[0], 'UTC');
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    names.filter((name) => !isTimeZone(name)),
    [],
  );
  for (const name of ['Europe/Vienna', 'Asia/Kolkata', 'Europe/Kyiv']) assert.ok(names.includes(name), name);
});

test('returns only the time zones that are not stored', () => {
  const names = missingTimeZones([]);
  assert.deepEqual(missingTimeZones([...names, 'Mars/Olympus']), []);
  assert.deepEqual(missingTimeZones(names.slice(0, -1)), names.slice(-1));
});
