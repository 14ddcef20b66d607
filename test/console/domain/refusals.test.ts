// Sentences for refusals in both languages: every code of the server that has no detail of its own, and fields that people
// meet.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { catalogue } from '#errors/catalogue.ts';
import { takesRequest } from '../../../console/domain/takes-request.ts';
import { refusalIn as refusalDe } from '../../../console/words/refusals-de.ts';
import { refusalIn as refusalEn } from '../../../console/words/refusals-en.ts';
import { cases } from '../../../console/words/refused.ts';
import { withoutComments } from '../../support/source-text.ts';

const told = (code: string, field: string | null = null, data: object = {}, message = ''): string | null =>
  refusalDe({ code, field, message, data: data as Readonly<Record<string, unknown>> });

/** Codes that a person at the console cannot cause, or whose sentence says more than any for the code could. */
const english = new Set([
  'malformed_body',
  'malformed_parameter',
  'body_too_slow',
  'unsupported_encoding',
  'wrong_method',
  'empty_batch',
  'not_same_origin',
  'other_account',
  'too_many_streams',
  'unknown_parameter',
  'unknown_operator',
  'invalid_value',
  'contradiction',
  'weak_password',
  'files_unavailable',
  'files_full',
  'file_not_found',
  // Each field has sentences of its own: the tests below find them all.
  'rule_broken',
]);
/** Codes for which the console has words in both languages. */
const worded = new Set([
  'authentication_missing',
  'login_failed',
  'overloaded',
  'storage_full',
  'storage_unreachable',
]);

describe('a refusal in German', () => {
  it('has a sentence for every code, but for those that are listed as English', () => {
    const without = Object.keys(catalogue).filter((code) => told(code) === null && !worded.has(code));
    assert.deepEqual(without, [...english]);
  });

  it('names the booking or the absence in the way', () => {
    assert.equal(
      told('conflict', 'start_time', { start_time: '2026-11-03 08:05:00', end_time: '2026-11-03 12:00:00' }),
      'Das überschneidet sich mit einer Buchung: 3.11.2026 8:05 bis 3.11.2026 12:00.',
    );
    assert.equal(
      told('conflict', 'start_time', { start_time: '2026-11-03 08:05:00', end_time: null }),
      'Das überschneidet sich mit einer Buchung: 3.11.2026 8:05, sie läuft noch.',
    );
    assert.equal(
      told('conflict', 'from_date', { from_date: '2026-12-24', to_date: '2026-12-31' }),
      'Das überschneidet sich mit einer Abwesenheit: 24.12.2026 bis 31.12.2026.',
    );
  });

  it('says what a value must be', () => {
    const value = (expected: string): string | null =>
      told('invalid_value', 'hours', {}, `hours is "x"; it must be ${expected}.`);
    assert.equal(value('a number'), 'Hier muss stehen: eine Zahl.');
    assert.equal(value('at least -2.5'), 'Hier muss stehen: mindestens −2,5.');
    assert.equal(value('at most 24'), 'Hier muss stehen: höchstens 24.');
    assert.equal(value('text of at most 20 characters'), 'Hier muss stehen: Text mit höchstens 20 Zeichen.');
    assert.equal(value('one of german, austrian'), 'Hier muss stehen: eines von german, austrian.');
    assert.equal(
      value('a number with at most 10 digits left and 2 right of the point'),
      'Hier muss stehen: eine Zahl mit höchstens 10 Stellen vor und 2 nach dem Komma.',
    );
    assert.equal(value('1 or 0 (true and false are accepted too)'), 'Hier muss stehen: Ja oder Nein.');
    assert.equal(value('something without words'), 'Dieser Wert ist hier nicht möglich.');
    assert.equal(told('contradiction', null, {}, 'Give one.'), 'Das ist hier nicht möglich.');
    assert.equal(told('days', null, {}, 'Ada Byron, 3. Nov.: Das darfst du nicht.'), null);
  });

  it('names the next time where clocks change', () => {
    const text = told('invalid_value', 'end_time', { next_valid_time: '2026-03-29 03:00:00' });
    assert.match(text ?? '', /29\.3\.2026 3:00\.$/);
    assert.equal(told('invalid_value', 'end_time'), 'Das Ende muss nach dem Anfang liegen.');
  });

  it('says every fault of a password', () => {
    const found = [{ rule: 'too_short', detail: 12 }, { rule: 'needs_digit' }];
    assert.equal(
      told('weak_password', 'password', { faults: found }),
      'Das Passwort muss mindestens 12 Zeichen haben und eine Ziffer enthalten.',
    );
    assert.equal(told('weak_password', 'password', { faults: [{ rule: 'new rule' }] }), null);
  });

  it('says how long an absence may be', () => {
    const limit = { from: '2026-01-01', to: '2026-12-31', limit: 5, taken: 4.5, wanted: 1 };
    assert.equal(
      told('rule_broken', 'duration', limit),
      'Von 1.1.2026 bis 31.12.2026 sind höchstens 5 Tage möglich. 4,5 sind vergeben, und das wären 1 mehr.',
    );
    assert.equal(
      told('rule_broken', 'duration', { from: '2026-01-01', to: '2026-12-31', available: 0.11, wanted: 1 }),
      'Von 1.1.2026 bis 31.12.2026 sind noch 0,11 Tage frei; das wären 1.',
    );
    assert.match(told('rule_broken', 'duration', { left: -12, least: -10 }) ?? '', /−12 Stunden.*−10\.$/);
    assert.equal(told('rule_broken', 'duration'), null);
  });
});

describe('a refusal in English', () => {
  const say = (code: string, field: string | null = null, data: object = {}, message = ''): string | null =>
    refusalEn({ code, field, message, data: data as Readonly<Record<string, unknown>> });

  it('has a sentence for every code that has one in German', () => {
    const without = Object.keys(catalogue).filter((code) => say(code) === null && !worded.has(code));
    assert.deepEqual(without, [...english]);
  });

  it('names the booking or the absence in the way', () => {
    assert.equal(
      say('conflict', 'start_time', { start_time: '2026-11-03 08:05:00', end_time: '2026-11-03 12:00:00' }),
      'This overlaps a booking: 3 Nov 2026, 8:05 to 3 Nov 2026, 12:00.',
    );
    assert.equal(
      say('conflict', 'start_time', { start_time: '2026-11-03 08:05:00', end_time: null }),
      'This overlaps a booking: 3 Nov 2026, 8:05, which is still running.',
    );
    assert.equal(
      say('conflict', 'from_date', { from_date: '2026-12-24', to_date: '2026-12-31' }),
      'This overlaps an absence: 24 Dec 2026 to 31 Dec 2026.',
    );
  });

  it('says what a value must be, without the name of the field', () => {
    assert.equal(
      say('invalid_value', 'working_hours', {}, 'working_hours is "x"; it must be at most 24.'),
      'This must be at most 24.',
    );
    assert.equal(say('invalid_value', 'hours', {}, 'hours is wrong'), null);
    const left = 'begin is "8"; it must be left out unless from_date and to_date are the same day.';
    assert.equal(say('invalid_value', 'begin', {}, left), 'This value is not possible here.');
    assert.equal(say('contradiction', null, {}, 'Give user_id or id.'), 'This is not possible here.');
  });

  it('says what a password lacks', () => {
    const weak = { faults: [{ rule: 'too_short', detail: 12 }, { rule: 'needs_digit' }] };
    assert.equal(
      say('weak_password', 'password', weak),
      'The password must have at least 12 characters and contain a digit.',
    );
  });
});

describe('a broken rule', () => {
  const sources = new Map(globSync('src/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')]));

  /** Files whose refusals name a field that they choose as they run, and the fields from which they choose. */
  const chosen: Readonly<Record<string, string>> = {
    'absences/replacement.ts': 'replacement_user_id',
    'departments/place-department.ts': 'id active',
    'employments/check-employments.ts': 'entry_date exit_date payroll_accounting_starts_at',
    'schedules/default-schedule.ts': 'id active',
    'schedules/default-template.ts': 'id active is_default',
    'schedules/give-schedule.ts': 'timesheet_template_id public_holiday_template_id',
    'schedules/schedule-state.ts': 'id timesheet_template_id',
    'time-tracking/check-employed.ts': 'start_time end_time',
    'time-tracking/timer/moment.ts': 'time start_time end_time',
    'users/actions/person.ts': 'id email_address',
    'users/check-terminal.ts': 'user_id multiuser_id',
    'users/protect-administrators.ts': 'id active exit_date authentication_blocked internal_user_group',
  };

  /** Fields that the console never sends, with the reason. */
  const unmet: Readonly<Record<string, string>> = {
    nestedEntities: 'the console sends no rows within rows',
    _nfc_unique_id: 'the console reads no tags',
    multiuser_id: 'the console has no screen for tasks of terminals',
    new_start_time: 'the console proposes times as bookings, never as requests',
    '': 'the console does not anonymise people',
  };

  interface Found {
    readonly file: string;
    /** What it says about its field: a literal, a name of the program (`?`), or nothing. */
    readonly named: string;
    /** The function that refuses, which has the sentence. */
    readonly by: string;
  }

  /** Each refusal in the sources. */
  const found = [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/'rule_broken',/g)].map(({ index }): Found => {
      const call = text.slice(index, text.indexOf(';', text.indexOf(')', index)));
      const literal = /\bfield: '(\w+)'/.exec(call)?.[1];
      const by = text.slice(text.lastIndexOf('\n}', index) + 2, text.indexOf('\n}', index));
      return { file, named: literal ?? (/\bfield\b/.test(call) ? '?' : ''), by: withoutComments(by) };
    }),
  );
  const fieldsOf = ({ file, named }: Found): readonly string[] =>
    named === '?' ? (chosen[file.slice('src/domain/'.length)] ?? `unknown in ${file}`).split(' ') : [named];
  const fields = [...new Set(found.flatMap(fieldsOf))].sort();

  it('has a sentence in both languages for each field that the server can name', () => {
    const without = fields.filter((field) => {
      const refused = { code: 'rule_broken', field, message: '', data: {} };
      // A duration always comes with numbers, which another test has.
      return field !== 'duration' && (refusalEn(refused) === null || refusalDe(refused) === null);
    });
    assert.deepEqual(without, Object.keys(unmet).sort());
    assert.ok(fields.length > 30, `only ${fields.length} fields were found`);
  });

  it('is told apart from others of its field by words that the server says', () => {
    const forbids = [...sources].filter(([, text]) => text.includes("'not_allowed'"));
    const nobodySays = cases.filter(([of, words]) =>
      of.startsWith('not_allowed ')
        ? !forbids.some(([, text]) => words.test(text))
        : !found.some(
            (one) => fieldsOf(one).some((field) => of === `rule_broken ${field}`) && words.test(one.by),
          ),
    );
    assert.deepEqual(nobodySays, []);
    const files = new Set(found.filter(({ named }) => named === '?').map(({ file }) => file));
    assert.deepEqual([...files].map((file) => file.slice('src/domain/'.length)).sort(), Object.keys(chosen));
  });

  it('says which rule it is', () => {
    const said = (field: string, message: string, data: object = {}): readonly (string | null)[] => {
      const refused = {
        code: 'rule_broken',
        field,
        message,
        data: data as Readonly<Record<string, unknown>>,
      };
      return [refusalEn(refused), refusalDe(refused)];
    };
    assert.deepEqual(said('id', "id names schedule 3; the account's default schedule must stay active."), [
      'This is used where nothing else is chosen, so it must stay.',
      'Das gilt, wo nichts anderes gewählt ist, und muss bleiben.',
    ]);
    assert.deepEqual(said('id', 'id is 3; this request is GRANTED and must be PENDING.'), [
      'This is already decided.',
      'Darüber ist schon entschieden.',
    ]);
    const early =
      'start_time is 2026-11-03 06:00:00; you may not book time after the fact that starts before 07:30:00, send';
    assert.deepEqual(said('start_time', early), [
      'You may not enter times before 7:30 yourself.',
      'Zeiten vor 7:30 darfst du nicht selbst eintragen.',
    ]);
    assert.deepEqual(
      said('date', 'date is 2026-01-01; the holiday account of user 3 begins on 2026-03-02.'),
      ['The holiday account begins on 2 Mar 2026.', 'Das Urlaubskonto beginnt am 2.3.2026.'],
    );
    assert.deepEqual(said('overtime_paid', '', { most: 2.5 }), [
      'At most 2.5 hours can be paid out.',
      'Höchstens 2,5 Stunden können ausbezahlt werden.',
    ]);
  });
});

describe('a sentence that a detail is missing for', () => {
  it('gives way to the sentence of the code', () => {
    const bare = { code: 'conflict', field: 'start_time', message: '', data: {} };
    assert.equal(refusalEn(bare), 'This overlaps another entry.');
    assert.equal(refusalDe(bare), 'Das überschneidet sich mit einem anderen Eintrag.');
  });
});

describe('a request in place of what was refused', () => {
  const refused = (field: string | null, message: string): boolean => takesRequest({ field, message });

  it('is possible where the server says how', () => {
    assert.ok(refused('_request_user_comment', ''));
    assert.ok(
      refused('start_time', 'you may not book before 07:00:00, send _request_user_comment to request it'),
    );
    assert.ok(refused('geo_start_lat', 'is missing, or _request_user_comment to request the start.'));
  });

  it('is not possible where a right is missing, or a rule allows no request', () => {
    assert.ok(!refused(null, 'You may not create this row of timeTrackings.'));
    assert.ok(!refused('geo_start_lat', 'geo_start_lat is missing; the position must be sent.'));
    assert.ok(!refused('start_time', 'start_time is 2026-11-03; user 3 is employed from 2026-11-04 on.'));
  });
});
