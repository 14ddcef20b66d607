// No write and no action reveals whether a guess of a hidden field is right, and no response shows a hidden field. The
// test finds fields, parameters and actions in the declarations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Action, Field, Resource } from '#resource/resource.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { updateOf } from './company-rows.ts';
import { startCompany, type Company } from './company.ts';
import {
  makeRowsAbout,
  markIn,
  plantMarks,
  readableResources,
  accessContextOf,
  type Mark,
} from './hidden-marks.ts';

for (const engine of storageEngines) {
  describe(`guesses of hidden fields (${engine.name})`, () => {
    let company: Company;
    let employee: Client;
    before(async () => {
      company = await startCompany(engine);
      ({ employee } = company.callers);
      await makeRowsAbout(company, 'employee');
    });
    after(() => company?.installation.close());
    const plant = async (): Promise<readonly Mark[]> =>
      plantMarks(company, { accessContext: await accessContextOf(company, 'employee'), set: 'rising' });
    /** Of each field one mark in the employee's own row, and one in another person's. */
    const oneOfEach = (marks: readonly Mark[]): readonly Mark[] => {
      const chosen = marks.map((mark) => {
        const own = mark.resource.name === 'users' && mark.id === company.people.employee;
        return [`${mark.resource.name} ${mark.field.name} ${own}`, mark] as const;
      });
      return [...new Map(chosen).values()];
    };

    test('refuses an update alike for a right and a wrong guess, single and in a batch', async () => {
      const marks = await plant();
      assert.ok(oneOfEach(marks).length > 50, `only ${marks.length} fields are hidden`);
      for (const mark of oneOfEach(marks)) await assertUpdateTellsNothing(employee, mark);
    });

    test('a right to update other rows reveals nothing about rows that hide the field', async () => {
      const { machine, people } = company;
      const permission = { user_id: people.employee, permission_name: 'update', permission_scope_id: 6 };
      const granted: number[] = [];
      for (const { name } of readableResources(company)) {
        const entity = { ...permission, resource_name: name, permission_scope_data_1: people.member };
        const { status, json } = await machine.post('permissions/create', entity);
        if (status === 200) granted.push(json['Results'][0].id);
      }
      const marks = await plant();
      const own = marks.filter(({ resource, id }) => resource.name === 'users' && id === people.employee);
      assert.ok(own.length > 0, 'nothing is hidden in the own row');
      for (const mark of oneOfEach(marks)) await assertUpdateTellsNothing(employee, mark);
      const allowed = await employee.put(`users/update/${people.member}`, { notes: 'may be set' });
      assert.equal(allowed.status, 200, allowed.text);
      for (const id of granted) await machine.delete(`permissions/delete/${id}`);
    });

    test('refuses a create alike for a right and a wrong guess, also of a child', async () => {
      const { schema } = company.installation.app.engine;
      for (const { resource, field, shown } of oneOfEach(await plant())) {
        if (!resource.actions.has('create')) continue;
        const parents = [...schema.resources.values()].filter(({ nested }) => resource.name in nested);
        await assertTellsNothing(shown, (guess) =>
          employee.post(`${resource.name}/create`, { [field.name]: guess }),
        );
        for (const parent of parents) {
          const nested = (guess: string | number): object => ({ [resource.name]: [{ [field.name]: guess }] });
          await assertTellsNothing(shown, (guess) =>
            employee.post(`${parent.name}/create`, { nestedEntities: nested(guess) }),
          );
        }
      }
    });

    test('returns the row as its writer sees it after an allowed update', async () => {
      const marks = await plant();
      const answered = new Set<string>();
      const changeable = marks.filter(({ resource }) => resource.actions.has('update'));
      for (const name of new Set(changeable.map(({ resource }) => resource.name))) {
        const ids = new Set(marks.filter(({ resource }) => resource.name === name).map(({ id }) => id));
        for (const id of ids) {
          const change = { id, ...updateOf(name) };
          for (const body of [change, [change]]) {
            const answer = await employee.put(`${name}/update`, body);
            assert.equal(markIn(answer.text), null, `${name} ${id}`);
            if (answer.json['Success'] === true) answered.add(name);
          }
        }
      }
      for (const name of ['nodesToUsers', 'users']) assert.ok(answered.has(name), `no update of ${name}`);
    });

    test('reveals no hidden field in responses and refusals of any action', async () => {
      await plant();
      let answered = 0;
      for (const resource of company.installation.app.engine.schema.resources.values()) {
        for (const action of resource.customActions.values()) {
          // An action may end the login, or change the password with which the next one begins.
          const client = await company.installation.account.login('employee');
          for (const body of await bodiesOf(company, resource, action)) {
            const path = `${resource.name}/${action.name}`;
            const answer = await client.request(action.methods[0] as string, path, { body });
            const place = `${path} ${JSON.stringify(body)}: ${answer.status}`;
            assert.equal(markIn(answer.text), null, place);
            assert.notEqual(answer.status, 500, place);
            answered += (answer.json['NumResults'] as number | undefined) ?? 0;
          }
        }
      }
      assert.ok(answered > 10, `the actions answered only ${answered} rows`);
    });

    test('reveals no hidden field in responses and refusals of a deletion', async () => {
      const rows = new Map((await plant()).map((mark) => [`${mark.resource.name} ${mark.id}`, mark]));
      for (const { resource, id } of rows.values()) {
        if (!resource.actions.has('delete')) continue;
        const answer = await employee.delete(`${resource.name}/delete/${id}`);
        assert.equal(markIn(answer.text), null, `${resource.name} ${id}`);
      }
    });
  });
}

async function assertUpdateTellsNothing(client: Client, { resource, id, field, shown }: Mark): Promise<void> {
  if (!resource.actions.has('update')) return;
  const { name } = resource;
  await assertTellsNothing(shown, (guess) => client.put(`${name}/update/${id}`, { [field.name]: guess }));
  await assertTellsNothing(shown, (guess) => client.put(`${name}/update`, [{ id, [field.name]: guess }]));
}

/** Sends the right value, a wrong one and nothing: the answers differ in the values that were sent alone. */
async function assertTellsNothing(
  shown: string | number,
  send: (guess: string | number) => Promise<Answer>,
): Promise<void> {
  const wrong = typeof shown === 'number' ? shown - 1 : `${shown.slice(0, -1)}${shown.endsWith('0') ? 1 : 0}`;
  const [right, other, none] = [await send(shown), await send(wrong), await send('')];
  const refused = [right, other].every(({ json }) => json['Success'] === false);
  assert.ok(refused, `${right.text}\n${other.text}`);
  assert.deepEqual(likeAnyGuess(right, shown), likeAnyGuess(other, wrong));
  assert.equal(markIn(none.text), null);
}

function likeAnyGuess({ status, text }: Answer, guess: string | number): readonly unknown[] {
  const untimed = text.replaceAll(/"Request(?:Start|End)Time":"[^"]*"/g, '');
  const like = untimed.replaceAll(JSON.stringify(guess), '<guess>').replaceAll(String(guess), '<guess>');
  assert.equal(markIn(like), null, text);
  return [status, like];
}

/** What an action can be asked about the employee themselves and about a colleague. */
async function bodiesOf(company: Company, resource: Resource, action: Action): Promise<readonly Envelope[]> {
  const { people, callers, machine } = company;
  const bodies: Envelope[] = [];
  for (const person of [people.employee, people.colleague]) {
    const parameters = [...action.parameters.values()];
    const full = Object.fromEntries(parameters.map((field) => [field.name, sampleOf(field, person)]));
    const required = Object.fromEntries(
      parameters.filter(({ create }) => create === 'R').map((field) => [field.name, full[field.name]]),
    );
    const rows = resource.name === 'users' ? [{ id: person }] : [];
    if (resource.actions.has('read') && resource.storage === 'account')
      for (const client of [callers.employee, machine])
        rows.push(
          ...(await client.get(`${resource.name}/read`, { _limit: 3, _order_by: 'id', _order_desc: 1 })).json[
            'Results'
          ],
        );
    const ids = action.on === 'resource' ? [{}] : rows.map(({ id }) => ({ id }));
    if (action.on === 'either') ids.push({} as { id: number });
    bodies.push(
      ...ids.flatMap((id) => [
        { ...id, ...required },
        { ...id, ...full },
      ]),
    );
  }
  return bodies;
}

/** A value that the parameter can have. */
function sampleOf({ name, type, relation, values }: Field, person: number): string | number {
  if (relation !== undefined) return relation === 'users' ? person : 4;
  if (values !== undefined) return type.render(values[0] as string | number, { serverTimeZone: 'UTC' });
  if (name.includes('password')) return 'correct horse 1';
  const samples: Readonly<Record<string, string | number>> = {
    Date: '2027-06-02',
    DateTime: '2026-06-02 08:00:00',
    Time: '08:00:00',
    Integer: 1,
    Decimal: 1,
    Boolean: 1,
  };
  return samples[type.name] ?? (name.includes('zone') ? 'Europe/Vienna' : '1');
}
