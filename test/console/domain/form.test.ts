// Forms made of the description of the interface: kinds of fields, what is sent, what takes it back, and German names.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '#domain/permissions/questions.ts';
import { dated } from '#domain/schedules/keep-history.ts';
import { settings } from '#domain/settings/catalogue.ts';
import { quotas } from '#domain/terms/note-terms.ts';
import { openApiDocument } from '#reference/openapi/openapi-document.ts';
import { buildSchema } from '#resource/schema.ts';
import {
  bodyOf,
  datedFields,
  formFields,
  schemaName,
  textOf,
  titleField,
  treeOrder,
  undoOf,
  type FormField,
  type Schemas,
} from '../../../console/domain/form.ts';
import { fieldsDe } from '../../../console/words/fields-de.ts';
import { fieldsEn, type FieldWords } from '../../../console/words/fields-en.ts';
import { settingWords } from '../../../console/words/setting-words.ts';
import { loadResources } from '../../../src/load-resources.ts';

const options = { version: '1', prefix: '/v4', account: 'acme' };
const document = openApiDocument(buildSchema(await loadResources()), options);
const { schemas } = JSON.parse(JSON.stringify(document)).components as { schemas: Schemas };

function fieldOf(schema: string, name: string): FormField {
  const found = formFields(schemas[schema]).find((field) => field.name === name);
  assert.ok(found, `${schema} has no ${name}`);
  return found;
}

describe('fields of a form', () => {
  it('have the kind that the description gives them', () => {
    const kinds = {
      firstname: 'text',
      notes: 'lines',
      birthday: 'date',
      active: 'flag',
      password: 'secret',
      department_id: 'relation',
      internal_user_group: 'choice',
      annual_hours_per_year: 'number',
      time_tracking_ex_post_earliest_working_time: 'time',
    };
    for (const [name, kind] of Object.entries(kinds))
      assert.equal(fieldOf('UsersCreate', name).kind, kind, name);
    assert.equal(fieldOf('UsersCreate', 'department_id').target, 'departments');
    assert.deepEqual(fieldOf('UsersCreate', 'internal_user_group').choices, ['1', '2', '3']);
  });

  it('have a password of a new person only: others change theirs themselves', () => {
    const names = formFields(schemas['UsersUpdate']).map(({ name }) => name);
    assert.deepEqual([names.includes('username'), names.includes('password')], [true, false]);
  });

  it('are required where a create requires them, and begin with their default', () => {
    assert.equal(fieldOf('UsersCreate', 'lastname').isRequired, true);
    assert.equal(fieldOf('UsersUpdate', 'lastname').isRequired, false);
    assert.equal(textOf(fieldOf('UsersCreate', 'active'), null, 'en'), '1');
    assert.equal(textOf(fieldOf('UsersCreate', 'hr_manager'), null, 'en'), '0');
  });

  it('and the rights of people are named in German', () => {
    const missing = questions.filter(({ name }) => !(name in fieldsDe.questions));
    assert.deepEqual(missing, []);
  });

  it('name every value of a setting in both languages', () => {
    const chosen = settings.flatMap(({ type, kind }) =>
      kind.datatype === 'combo' ? kind.values.map((value) => [`${type}.${value}`, value]) : [],
    );
    for (const { values } of [settingWords.de, settingWords.en])
      assert.deepEqual(
        chosen.filter((names) => !names.some((name) => name in values)),
        [],
      );
  });

  it('have a name in English where they have one in German', () => {
    const names = (words: FieldWords): readonly string[] => [
      ...Object.keys(words.fields),
      // Rows that every account begins with have English names.
      ...Object.keys(words.values).filter((name) => !/^(languages|userRoles|permission_name)\./.test(name)),
    ];
    assert.deepEqual(new Set(names(fieldsEn)), new Set(names(fieldsDe)));
  });

  it('offer rows by their names', () => {
    const targets = Object.keys(fieldsEn.kinds)
      .flatMap((resource) => ['create', 'update'].map((action) => schemas[schemaName(resource, action)]))
      .flatMap((schema) => formFields(schema).flatMap(({ target }) => target ?? []));
    assert.ok(targets.includes('skills'));
    const numbered = [...new Set(targets)].filter((target) => {
      const { properties = {} } = schemas[schemaName(target, '')] ?? {};
      return titleField(Object.fromEntries(Object.keys(properties).map((name) => [name, name]))) === 'id';
    });
    assert.deepEqual(numbered, []);
  });

  it('are all named in German', () => {
    // The console has names of its own for settings.
    const resources = Object.keys(fieldsEn.kinds).filter((resource) => resource !== 'generalSettings');
    const missing = resources.flatMap((resource) =>
      ['create', 'update']
        .flatMap((action) => formFields(schemas[schemaName(resource, action)]))
        .map((field) => field.name)
        // Set by the row to which the new one belongs.
        .filter((field) => !['team_id', 'template_id', 'timesheet_template_id', 'field_id'].includes(field))
        .filter((field) => !(field in fieldsDe.fields || `${resource}.${field}` in fieldsDe.fields))
        .map((field) => `${resource}.${field}`),
    );
    assert.deepEqual([...new Set(missing)], []);
  });
});

describe('what a form sends', () => {
  const fields = formFields(schemas['WorkScheduleDaysUpdate']);
  const row = { id: 3, workday: 1, hours: 8, core_time_start: '09:00:00', core_time_start_tolerance: null };

  it('is what was changed, as values of its kind', () => {
    const typed = { workday: '0', hours: '7,5', core_time_start: '09:30', core_time_start_tolerance: '' };
    assert.deepEqual(bodyOf(fields, typed, row, 'de'), {
      workday: 0,
      hours: 7.5,
      core_time_start: '09:30:00',
    });
    assert.deepEqual(bodyOf(fields, { hours: '8', core_time_start: '09:00' }, row, 'de'), {});
    assert.deepEqual(bodyOf(fields, { hours: '8,0', core_time_start_tolerance: ' ' }, row, 'de'), {});
    assert.deepEqual(bodyOf(fields, { core_time_start: '' }, row, 'de'), { core_time_start: null });
  });

  it('is the text itself where it cannot be read, so that the server says why', () => {
    assert.deepEqual(bodyOf(fields, { hours: 'eight' }, row, 'de'), { hours: 'eight' });
  });
});

describe('what takes a change back', () => {
  it('is the value before, at the date from which the new one holds', () => {
    const before = { id: 1, phone: '1', department_id: 4, department_id_valid_from: null };
    const body = { phone: '2', department_id: 5 };
    const after = { id: 1, phone: '2', department_id: 5, department_id_valid_from: '2026-11-23' };
    assert.deepEqual(undoOf(before, body, after), {
      phone: '1',
      department_id: 4,
      department_id_valid_from: '2026-11-23',
    });
  });

  it('has that date for every field of people whose value holds from one', () => {
    const pairs = [...dated, ...quotas.map(({ column, date }) => [column, date] as const)];
    assert.deepEqual(new Set(Object.entries(datedFields).map(String)), new Set(pairs.map(String)));
    for (const [name, date] of pairs) {
      const [before, body] = [{ [name]: null }, { [name]: 10, [date]: '2026-03-01' }];
      assert.deepEqual(undoOf({ ...before, [date]: null }, body, body), { ...before, [date]: '2026-03-01' });
    }
  });

  it('knows every date of the interface from which a value holds', () => {
    // From the first the rule itself holds, and the server takes the dates of free texts as they come.
    const alone = /^(overtime_allowance_clear_working_time_saldo_valid_starting_from|u_iv_\d_valid_from)$/;
    const dates = Object.entries(schemas)
      .filter(([name]) => /(Create|Update)$/.test(name))
      .flatMap(([, { properties = {} }]) => Object.keys(properties))
      .filter((name) => /_valid_(starting_)?from$/.test(name));
    const known = new Set(Object.values(datedFields));
    assert.deepEqual(new Set(dates.filter((name) => !alone.test(name))), known);
  });

  it('is at the day that was asked for where the new value was there before', () => {
    // Four from January, five from March; four from March again is one with that of January.
    const [value, date] = ['overtime_allowance_is_all_in', datedFields['overtime_allowance_is_all_in'] ?? ''];
    const before = { [value]: 5, [date]: '2026-03-01' };
    const after = { [value]: 4, [date]: '2026-01-01' };
    for (const body of [{ [value]: 4, [date]: '2026-03-01' }, { [value]: 4 }])
      assert.deepEqual(undoOf(before, body, after), before);
    assert.deepEqual(undoOf(before, { [value]: 4 }, { ...after, [date]: null }), before);
  });

  it('gives a free text back the date that it had', () => {
    const before = { u_iv_1: 'A', u_iv_1_valid_from: '2026-01-01' };
    const body = { u_iv_1: 'B', u_iv_1_valid_from: '2026-03-01' };
    assert.deepEqual(undoOf(before, body, body), before);
  });
});

describe('rows of a tree', () => {
  it('come below their mothers, by name; without a mother that is there, at the top', () => {
    const rows = [
      { id: 1, name: 'B', mother_id: null },
      { id: 2, name: 'A', mother_id: 1 },
      { id: 3, name: 'C', mother_id: 9 },
      { id: 4, name: 'A', mother_id: 0 },
    ];
    assert.deepEqual(
      treeOrder(rows, 'name').map(({ row, depth }) => [row['id'], depth]),
      [
        [4, 0],
        [1, 0],
        [2, 1],
        [3, 0],
      ],
    );
  });
});
