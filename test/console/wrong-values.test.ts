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
