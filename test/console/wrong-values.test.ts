// Wrong values for each field of the forms of the console, against a real server: what a person reads of a refusal names no
// field as programs do, and in German it is a sentence of the console's own.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { formFields, type Schemas } from '../../console/domain/form.ts';
import { refusalIn as refusalDe } from '../../console/words/refusals-de.ts';
import { refusalIn as refusalEn } from '../../console/words/refusals-en.ts';
import { send } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

type Body = Readonly<Record<string, unknown>>;

const wrong = ['', 'abc', -99_999, 1e15, 'x'.repeat(3000), '2000-01-01'];

onEveryEngine('a wrong value in a form', (place) => {
  let schemas: Schemas;
  let project: unknown;
  let serial = 0;
  before(async () => {
    const { installation, machine, account } = place;
    const authorization = `Bearer ${machine.token}`;
    const url = `${installation.address}/${account.name}/openapi.json`;
    schemas = (await send(url, { method: 'GET', headers: { authorization } })).json['components'].schemas;
    const made = await machine.post('projects/create', { mother_id: 1, name: 'House' });
    assert.equal(made.status, 200, made.text);
    project = made.json['Results'][0].id;
  });

  const times = { start_time: '2026-06-01 08:00:00', end_time: '2026-06-01 09:00:00' };
  /** What each form would send that is right. */
  const right: Readonly<Record<string, () => Body>> = {
    absences: () => ({ user_id: 1, type_id: 1, from_date: '2026-12-10', to_date: '2026-12-11' }),
    timeTrackings: () => ({ user_id: 1, task_id: project, ...times, start_time_timezone: 'Europe/Vienna' }),
    users: () => ({ firstname: 'Ida', lastname: 'Rossi', username: `ida${(serial += 1)}`, password }),
    projects: () => ({ mother_id: 1, name: `House ${(serial += 1)}` }),
    tasks: () => ({ name: `Roof ${(serial += 1)}`, mother_id: project }),
    departments: () => ({ department_name: `Roofs ${(serial += 1)}` }),
  };

  test('of master data is told with what is right, in both languages', async () => {
    const { machine } = place;
    const slot = { timesheet_template_id: 1, weekday_id: 1, start: '08:00:00', end: '12:00:00' };
    assert.equal((await machine.post('workScheduleDayDefinitions/create', slot)).status, 200);
    const tag = { unique_id: 'tag', mode_id: 1, user_id: 1 };
    const day = { user_id: 1, date: '2026-06-01' };
    const told = async (path: string, body: Body): Promise<readonly (string | null)[]> => {
      const isCreate = path.endsWith('/create');
      const { json, text } = isCreate ? await machine.post(path, body) : await machine.put(path, body);
      assert.equal(json['Success'], false, text);
      const { errorCode: code, field = null, data } = json['ErrorExtended'];
      const refused = { code, field, data: data ?? {}, message: json['ErrorMessage'] };
      return [refusalEn(refused), refusalDe(refused)];
    };
    const { json } = await machine.get('generalSettings/read');
    const setting = (type: string): string => {
      const rows = json['Results'] as readonly Body[];
      return `generalSettings/update/${String(rows.find((row) => row['setting_type'] === type)?.['id'])}`;
    };
    const roof = (await machine.post('tasks/create', { name: 'Roof', mother_id: project })).json['Results'][0]
      .id;
    const grant = { user_id: 1, resource_name: 'timeTrackings', permission_name: 'read' };
    const cases: readonly (readonly [string, Body, RegExp, RegExp])[] = [
      [`tasks/update/${String(roof)}`, { mother_id: null }, /below a project/, /unter einem Projekt/],
      ['publicHolidayTemplates/create', { country_id: 40, iso_3166: 'DE-BY' }, /AT, the code/, /AT oder der/],
      ['nfcTransponders/create', { ...tag, task_id: roof }, /stays empty/, /bleibt das leer/],
      [
        'messages/create',
        { message: 'x', receiver_type: 'ALL', receiver_id: 1, sender_id: 1 },
        /to all/,
        /an alle/,
      ],
      [
        'workScheduleDays/update/1',
        { core_time_start: '09:00:00', core_time_end: null },
        /or neither/,
        /keines/,
      ],
      ['workScheduleDays/update/1', { workday: 0, hours: 8 }, /no work on this weekday/, /nicht gearbeitet/],
      [
        'workScheduleDayDefinitions/create',
        { ...slot, end: '07:00:00' },
        /must be after the/,
        /nach dem Anfang/,
      ],
      ['workScheduleDayDefinitions/create', slot, /overlaps 8:00–12:00/, /sich mit 8:00–12:00/],
      [
        setting('gap_break_maximum'),
        { setting_value: 'abc' },
        /from 0 to 24/,
        /von 0 bis 24 mit höchstens 2/,
      ],
      [setting('default_country'), { setting_value: 'abc' }, /two-letter/, /mit zwei Buchstaben/],
      [setting('holiday_carry_over_expires'), { setting_value: 'abc' }, /such as 03-31/, /etwa 03-31/],
      [setting('automatic_break_rule'), { setting_value: '5000' }, /model is gone/, /Pausenmodell/],
      [
        'permissions/create',
        { ...grant, permission_scope_id: 1, permission_scope_data_1: 1 },
        /empty/,
        /leer/,
      ],
      ['holidayAdjustment/add', { ...day, value: 0 }, /such as 2/, /etwa 2 oder −0,5/],
    ];
    for (const [path, body, english, german] of cases) {
      const [en, de] = await told(path, body);
      assert.match(en ?? '', english, `${path}: ${en} ${de}`);
      assert.match(de ?? '', german, `${path}: ${en} ${de}`);
    }
  });

  for (const [resource, whole] of Object.entries(right))
    test(`of ${resource} is told without a field's name`, async () => {
      const schema = schemas[`${resource.charAt(0).toUpperCase()}${resource.slice(1)}Create`];
      const names = formFields(schema).map(({ name }) => name);
      assert.ok(names.length > 3, names.join());
      const read: string[] = [];
      for (const [name, value] of names.flatMap((one) => wrong.map((each) => [one, each] as const))) {
        const { json } = await place.machine.post(`${resource}/create`, { ...whole(), [name]: value });
        if (json['Success'] === true) continue;
        const { errorCode: code, field = null, data = {} } = json['ErrorExtended'];
        const refused = { code, field, data: data ?? {}, message: json['ErrorMessage'] };
        const german = refusalDe(refused);
        const english = refusalEn(refused) ?? refused.message;
        read.push(english);
        assert.ok(german !== null && german !== refused.message, `${code}: ${refused.message}`);
        assert.doesNotMatch(`${german} ${english}`, /[a-z]_[a-z]/);
      }
      assert.ok(read.length > names.length, `only ${read.length} of ${names.length} fields were refused`);
    });
});
