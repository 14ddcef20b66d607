// What the console says of a date that the server refuses, in both languages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusalIn as refusalDe } from '../../../console/words/refusals-de.ts';
import { refusalIn as refusalEn } from '../../../console/words/refusals-en.ts';

describe('a value that is too early', () => {
  it('is told with the day before which it must not be', () => {
    const message = 'deadline is 2026-11-01; it must not be before begin, 2026-11-03.';
    const refused = { code: 'invalid_value', field: 'deadline', message, data: {} };
    assert.equal(refusalEn(refused), 'This must not be before 3 Nov 2026.');
    assert.equal(refusalDe(refused), 'Hier darf kein Tag vor dem 3.11.2026 stehen.');
    const employment = 'exit_date is 2026-11-01; it must not be before the entry_date, 2026-11-03.';
    assert.equal(
      refusalEn({ ...refused, field: 'deadline', message: employment }),
      'This must not be before 3 Nov 2026.',
    );
  });
});

describe('a last day of an absence', () => {
  const refused = (expected: string) => {
    const message = `to_date is "2026-12-08"; it must be ${expected}.`;
    const one = { code: 'invalid_value', field: 'to_date', message, data: {} };
    return [refusalEn(one), refusalDe(one)];
  };

  it('is told with the first one where it lies before it', () => {
    assert.deepEqual(refused('a date not before the from_date, 2026-12-10'), [
      'This must not be before 10 Dec 2026.',
      'Hier darf kein Tag vor dem 10.12.2026 stehen.',
    ]);
  });

  it('is told with the longest time where it lies too late', () => {
    assert.deepEqual(refused('at most 366 days from the from_date, 2026-12-10, on'), [
      'This must be at most 366 days from 10 Dec 2026 on.',
      'Hier muss stehen: ein Tag, höchstens 366 Tage ab dem 10.12.2026.',
    ]);
  });
});
