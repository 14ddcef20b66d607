// Tests local times, offsets, skipped and repeated times in all zones, with Intl as the second source.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  earliestInstant,
  isTimeZone,
  localText,
  nextDateAfter,
  offsetAt,
  resolveLocal,
} from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import { seed } from '../support/property.ts';
import { instantOf, naive, shownBy, zones } from './zones.ts';

const zone = fc.constantFrom(...zones);
const [year1900, year2100] = [instantOf('1900-01-01T00:00:00Z'), instantOf('2100-01-01T00:00:00Z')];
const anyInstant = fc.integer({ min: year1900, max: year2100 });
const day = 86_400;

/** Instants at which a zone changes its offset, found by bisecting what Intl shows: no Temporal. */
function changesOf(name: string, from: number, until: number): number[] {
  const offset = (instant: number) => naive(shownBy(name, instant)) - instant;
  const changes: number[] = [];
  for (let start = from; start < until; start += 20 * day) {
    let [low, high] = [start, Math.min(start + 20 * day, until)];
    if (offset(low) === offset(high)) continue;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    changes.push(high);
  }
  return changes;
}

test('shows local time and offset of any instant in any zone like Intl', () => {
  fc.assert(
    fc.property(zone, anyInstant, (name, instant) => {
      assert.equal(localText(instant, name), shownBy(name, instant));
      assert.equal(offsetAt(name, instant), naive(shownBy(name, instant)) - instant);
    }),
    { seed, numRuns: 5000 },
  );
});

test('shows local time to the second around all clock changes of ten zones', () => {
  const checked =
    'Africa/Monrovia America/St_Johns America/Goose_Bay Asia/Gaza Pacific/Kiritimati Antarctica/Casey ' +
    'Europe/Vienna Australia/Lord_Howe Pacific/Apia Europe/Dublin';
  for (const name of checked.split(' ')) {
    const changes = changesOf(name, instantOf('1971-12-01T00:00:00Z'), instantOf('2027-01-01T00:00:00Z'));
    assert.ok(changes.length > 0, name);
    for (const change of changes) {
      for (const instant of [change - 450, change - 1, change, change + 1, change + 450]) {
        assert.equal(localText(instant, name), shownBy(name, instant), `${name} at ${instant}`);
      }
    }
  }
});

/** Fails unless the zone shows one date from the instant to the second before the answer, and another one then. */
function assertNextDate(name: string, instant: number): void {
  const dateAt = (one: number): string => shownBy(name, one).slice(0, 10);
  const next = nextDateAfter(instant, name);
  assert.ok(next > instant && next <= instant + 2 * day, `${name} at ${instant}`);
  assert.notEqual(dateAt(next), dateAt(instant), `${name} at ${instant}`);
  for (let one = next - 1; one >= instant; one -= 1800)
    assert.equal(dateAt(one), dateAt(instant), `${name} from ${instant} at ${one}`);
}

test('begins the next date at the instant when clocks first show it', () => {
  fc.assert(
    fc.property(zone, anyInstant, (name, instant) => assertNextDate(name, instant)),
    { seed, numRuns: 1000 },
  );
});

test('begins the next date correctly where clocks skip or repeat midnight', () => {
  const checked =
    'America/Sao_Paulo Asia/Beirut America/Asuncion Africa/Cairo America/St_Johns America/Nuuk ' +
    'Pacific/Apia Pacific/Kwajalein Asia/Gaza Atlantic/Azores';
  for (const name of checked.split(' ')) {
    const changes = changesOf(name, instantOf('1971-12-01T00:00:00Z'), instantOf('2027-01-01T00:00:00Z'));
    assert.ok(changes.length > 0, name);
    for (const change of changes)
      for (const away of [-day, -3600, -1, 0, 59, 3599]) assertNextDate(name, change + away);
  }
});

test('answers offsets independently of the order of questions', () => {
  fc.assert(
    fc.property(zone, fc.array(anyInstant, { minLength: 100, maxLength: 200 }), (name, instants) => {
      const first = instants.map((instant) => offsetAt(name, instant));
      const again = instants.toReversed().map((instant) => offsetAt(name, instant));
      assert.deepEqual(again.toReversed(), first);
    }),
    { seed, numRuns: 20 },
  );
});

test('keeps offsets with seconds', () => {
  assert.equal(offsetAt('Africa/Monrovia', instantOf('1972-01-07T00:44:29Z')), -2670);
  assert.equal(offsetAt('Africa/Monrovia', instantOf('1972-01-07T00:44:30Z')), 0);
  assert.equal(localText(instantOf('1890-01-01T00:00:00Z'), 'Europe/Vienna'), '1890-01-01 01:05:21');
});

test('resolves a local time to its instant, and twins by their offset', () => {
  fc.assert(
    fc.property(zone, anyInstant, (name, instant) => {
      const local = localText(instant, name);
      const offset = offsetAt(name, instant);
      assert.deepEqual(resolveLocal(local, name, offset), { instant, offset });
      const first = resolveLocal(local, name);
      assert.ok(first.instant <= instant);
      assert.equal(shownBy(name, first.instant), local);
    }),
    { seed, numRuns: 3000 },
  );
});

test('resolves each minute around all clock changes of two years like Intl', () => {
  for (const name of [
    'Europe/Vienna',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
  ]) {
    for (const change of changesOf(
      name,
      instantOf('2010-01-01T00:00:00Z'),
      instantOf('2012-01-01T00:00:00Z'),
    )) {
      const instants = Array.from({ length: 4 * 60 }, (_, index) => change - 2 * 3600 + index * 60);
      const meanings = Map.groupBy(instants, (instant) => shownBy(name, instant));
      for (const [local, [earliest]] of meanings) {
        if (Math.abs(naive(local) - naive(shownBy(name, change))) > 1800) continue;
        assert.equal(resolveLocal(local, name).instant, earliest, `${name} ${local}`);
        for (const instant of meanings.get(local) ?? []) {
          assert.equal(resolveLocal(local, name, naive(local) - instant).instant, instant);
        }
      }
    }
  }
});

const gaps = [
  ['Europe/Vienna', '2026-03-29 02:00:00', '2026-03-29 03:00:00', '2026-03-29T01:00:00Z'],
  ['Europe/Vienna', '2026-03-29 02:30:00', '2026-03-29 03:00:00', '2026-03-29T01:00:00Z'],
  ['Europe/Vienna', '2026-03-29 02:59:59', '2026-03-29 03:00:00', '2026-03-29T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-04 02:30:00', '2026-10-03T15:30:00Z'],
  ['Pacific/Apia', '2011-12-30 00:00:00', '2011-12-31 00:00:00', '2011-12-30T10:00:00Z'],
  ['Pacific/Apia', '2011-12-30 23:59:59', '2011-12-31 00:00:00', '2011-12-30T10:00:00Z'],
  ['America/St_Johns', '2011-03-13 00:30:00', '2011-03-13 01:01:00', '2011-03-13T03:31:00Z'],
  ['Africa/Cairo', '2026-04-24 00:30:00', '2026-04-24 01:00:00', '2026-04-23T22:00:00Z'],
] as const;

for (const [name, local, next, change] of gaps) {
  test(`refuses ${local} in ${name}, naming the next valid time`, () => {
    const expected = `a time that exists in ${name}, where ${local} is skipped (the next valid time is ${next})`;
    assert.throws(() => resolveLocal(local, name), new ValueError(expected, { next_valid_time: next }));
    assert.throws(() => resolveLocal(local, name, 3600), ValueError);
    assert.equal(earliestInstant(local, name), instantOf(change));
  });
}

const folds = [
  ['Europe/Vienna', '2026-10-25 02:30:00', 7200, 3600, '2026-10-25T00:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-05 01:45:00', 39600, 37800, '2026-04-04T14:45:00Z'],
  ['America/New_York', '2026-11-01 01:00:00', -14400, -18000, '2026-11-01T05:00:00Z'],
] as const;

for (const [name, local, early, late, first] of folds) {
  test(`takes ${local} in ${name} as the first without an offset`, () => {
    const instant = instantOf(first);
    assert.deepEqual(resolveLocal(local, name), { instant, offset: early });
    assert.deepEqual(resolveLocal(local, name, null), { instant, offset: early });
    assert.deepEqual(resolveLocal(local, name, early), { instant, offset: early });
    assert.deepEqual(resolveLocal(local, name, late), { instant: instant + early - late, offset: late });
    assert.equal(earliestInstant(local, name), instant);
    assert.throws(
      () => resolveLocal(local, name, 0),
      new ValueError(`a time with the offset ${early} or ${late}, which ${name} keeps at ${local}`),
    );
  });
}

test('counts 7 and 9 hours for the nights of rule 1.1', () => {
  const seconds = (from: string, until: string) =>
    resolveLocal(until, 'Europe/Vienna').instant - resolveLocal(from, 'Europe/Vienna').instant;
  assert.equal(seconds('2026-03-28 22:00:00', '2026-03-29 06:00:00'), 25_200);
  assert.equal(seconds('2026-10-24 22:00:00', '2026-10-25 06:00:00'), 32_400);
});

test('returns as earliestInstant no instant after one that shows the text or later', () => {
  fc.assert(
    fc.property(zone, anyInstant, fc.integer({ min: -day, max: day }), (name, instant, shift) => {
      const text = new Date((naive(shownBy(name, instant)) + shift) * 1000)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ');
      const earliest = earliestInstant(text, name);
      if (shownBy(name, instant) >= text && shift <= 0)
        assert.ok(earliest <= instant, `${name} ${text} ${instant}`);
      assert.ok(shownBy(name, earliest) >= text);
      assert.ok(shownBy(name, earliest - 1) < text || earliest <= instant);
    }),
    { seed, numRuns: 3000 },
  );
});

test('resolves the first and last days of the calendar', () => {
  for (const name of ['UTC', 'Asia/Manila', 'America/New_York', 'Pacific/Kiritimati']) {
    for (const local of ['0001-01-02 00:00:00', '9999-12-30 23:59:59']) {
      assert.equal(localText(resolveLocal(local, name).instant, name), local);
    }
  }
});

test('accepts zone names of the tz database in any letter case and no others', () => {
  for (const name of zones) assert.ok(isTimeZone(name), name);
  for (const name of ['europe/vienna', 'EUROPE/VIENNA', 'utc']) assert.ok(isTimeZone(name), name);
  for (const name of [
    '',
    'Europe',
    'Europe/Wien',
    '+01:00',
    '-05',
    'Europe/Vienna ',
    '../etc/passwd',
    '0',
    'local',
    // ICU's own.
    'PST',
    'CST',
    'IST',
    'JST',
    'BST',
    'US/Pacific-New',
    'SystemV/PST8PDT',
  ]) {
    assert.ok(!isTimeZone(name), name);
  }
});

test('shows the same local time for a zone name in other letter case', () => {
  const instant = instantOf('2026-07-01T12:00:00Z');
  assert.equal(localText(instant, 'europe/VIENNA'), '2026-07-01 14:00:00');
});
