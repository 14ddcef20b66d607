// Each kind of caller performs each action exactly as action-table.ts says, in JSON, in forms and in batches.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { columns, type Column } from './access-table.ts';
import { actionCases, type ActionCase } from './action-table.ts';
import type { Entity } from './areas/area.ts';
import { startCompany, subjects, type Company } from './company.ts';

/** How an action is sent, and how many times at once. */
const forms = {
  json: { count: 1, body: ([sent]: readonly Entity[]) => sent },
  form: { count: 1, body: ([sent = {}]: readonly Entity[]) => new URLSearchParams(texts(sent)) },
  batch: { count: 2, body: (sent: readonly Entity[]) => sent },
} as const;
type Form = keyof typeof forms;

/** HTTP status and error code of each letter. */
const outcomes: Readonly<Record<string, string>> = {
  y: '200',
  '!': '401 not_allowed',
  '-': '422 unknown_reference',
  '#': '401 other_account',
  x: '422 rule_broken',
  f: '422 locked',
};

for (const engine of storageEngines) {
  describe(`actions (${engine.name})`, () => {
    let company: Company;
    let asserted = 0;
    before(async () => {
      company = await startCompany(engine);
    });
    after(() => company?.installation.close());

    for (const tested of actionCases) {
      const { resource, action, on, rights } = tested;
      test(`grants ${resource}/${action} of ${on}`, async () => {
        const letters = rights.split(' ');
        assert.equal(letters.length, columns.length);
        for (const [index, column] of columns.entries()) {
          for (const form of Object.keys(forms) as Form[]) {
            await assertCell(company, { tested, column, form, letter: letters[index] as string });
            asserted += 1;
          }
        }
      });
    }

    test('asserts every cell in every form', () => {
      assert.equal(asserted, actionCases.length * columns.length * Object.keys(forms).length);
    });
  });
}

interface Cell {
  readonly tested: ActionCase;
  readonly column: Column;
  readonly form: Form;
  readonly letter: string;
}

/** The answer is what the letter says, for each item; and what was asked is done then, and only then. */
async function assertCell(company: Company, cell: Cell): Promise<void> {
  const { tested, column, form, letter } = cell;
  const sent: Entity[] = [];
  while (sent.length < forms[form].count) {
    const person = company.people[subjects[column]];
    sent.push(await tested.prepare({ company, person, number: company.nextSerial() }));
  }
  for (const one of sent) assert.equal(await isDone(company, cell, one), false, `${column} ${tested.action}`);
  const answer = await act(company, cell, sent);
  const where = `${column} ${tested.resource}/${tested.action} of ${tested.on}, ${form}: ${answer.text}`;
  assert.deepEqual(outcomesOf(cell, answer), Array(answeredItems(cell)).fill(outcomes[letter]), where);
  const done = letter === 'y' && tested.dry !== true;
  for (const one of sent) assert.equal(await isDone(company, cell, one), done, where);
}

function act(company: Company, { tested, column, form }: Cell, sent: readonly Entity[]): Promise<Answer> {
  const { resource, action } = tested;
  const { schema } = company.installation.app.engine;
  const method = schema.find(resource)?.customActions.get(action)?.methods[0] ?? '';
  return company.callers[column].request(method, `${resource}/${action}`, { body: forms[form].body(sent) });
}

/** A token of another account, or one for reading only, is refused before anybody looks at items. */
function answeredItems({ column, form, letter }: Cell): number {
  return letter === '#' || (column === 'reader' && letter === '!') ? 1 : forms[form].count;
}

function outcomesOf({ form, letter }: Cell, { status, json }: Answer): readonly string[] {
  if (form !== 'batch' || letter === '#' || status !== 200) return [outcomeOf(status, json)];
  const items = json['Results'] as readonly Envelope[];
  return items.map((item) => outcomeOf(item['Success'] === true ? 200 : item['Error'], item));
}

function outcomeOf(status: number, envelope: Envelope): string {
  return status === 200 ? '200' : `${status} ${envelope['ErrorExtended'].errorCode}`;
}

async function isDone(company: Company, { tested, column }: Cell, sent: Entity): Promise<boolean> {
  const [resource, query] = tested.trace(sent, column);
  const answer = await company.machine.get(`${resource}/read`, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.json['NumResults'] > 0;
}

function texts(entity: Entity): Record<string, string> {
  return Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, String(value)]));
}
