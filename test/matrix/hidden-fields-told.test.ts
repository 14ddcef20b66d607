// Every field that an employee may not see holds a mark, and no response to the employee contains a mark. The test
// finds these fields in the declarations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fieldVisibilities, sees, type AccessContext } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import { readPolicies } from '#resource/rights.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { isOwnName } from '#resource/own-fields.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { inAccount } from '../support/account-view.ts';
import { startCompany, type Company } from './company.ts';
import {
  levelOf,
  keyOf,
  makeRowsAbout,
  markIn,
  plantMarks,
  readableFields,
  readableResources,
  accessContextOf,
  type Mark,
} from './hidden-marks.ts';

const everything = { _limit: 10_000 };
const since = { _since: '2026-01-01 00:00:00', _fetch_deleted: 1 };

for (const engine of storageEngines) {
  describe(`hidden fields in responses (${engine.name})`, () => {
    let company: Company;
    let employee: Client;
    let accessContext: AccessContext;
    let marks: readonly Mark[];
    before(async () => {
      company = await startCompany(engine);
      ({ employee } = company.callers);
      await makeRowsAbout(company, 'employee');
      accessContext = await accessContextOf(company, 'employee');
      await relateRows(company, accessContext);
      const again = await accessContextOf(company, 'employee');
      assert.deepEqual(again, accessContext, 'relations gave the employee rights');
      marks = await plantMarks(company, { accessContext, set: 'rising' });
    });
    after(() => company?.installation.close());

    test('marks every field hidden from an employee, and shows it to an administrator', async () => {
      const marked = new Set(marks.map(({ resource, field }) => `${resource.name} ${field.name}`));
      for (const resource of readableResources(company)) {
        for (const field of hiddenFields(accessContext, resource).filter((one) => bearsMark(resource, one)))
          assert.ok(marked.has(`${resource.name} ${field.name}`), `${resource.name} ${field.name}`);
      }
      for (const { resource, key, field, shown } of marks) {
        const query = { ...key, _fields: field.name };
        const answer = await company.callers.administrator.get(`${resource.name}/read`, query);
        assert.deepEqual(answer.json['Results'], [{ [field.name]: shown }], `${resource.name} ${field.name}`);
        assert.notEqual(markIn(answer.text), null, answer.text);
      }
    });

    test('returns no marked field from any read, also with relations, children and groups', async () => {
      let rows = 0;
      for (const resource of readableResources(company)) {
        for (const query of queriesOf(company, resource)) {
          const answer = await employee.get(`${resource.name}/read`, query);
          assertUnmarked(answer, `${resource.name} ${JSON.stringify(query)}`);
          rows += answer.json['NumResults'] ?? 0;
        }
        const xml = await employee.get(`${resource.name}/read`, everything, { accept: 'application/xml' });
        assert.equal(markIn(xml.text), null, resource.name);
      }
      assert.ok(rows > 1000, `only ${rows} rows were read`);
    });

    test('returns in each row exactly the fields of the level of the employee', async () => {
      for (const resource of shownResources(company, accessContext).filter(hasRows)) {
        const stored = await inAccount(company.installation, (view) => view.find(resource.name, []));
        const { json } = await employee.get(`${resource.name}/read`, everything);
        for (const shown of json['Results'] as Envelope[]) {
          const row = stored.find((one) => isSame(keyOf(resource, one), keyOf(resource, shown as Row))) ?? {};
          const level =
            levelOf(accessContext, resource, row) ?? assert.fail(`${resource.name} ${shown['id']} is hidden`);
          const expected = readableFields(resource).filter((field) => sees(level, field.level));
          const declared = Object.keys(shown).filter((name) => !isOwnName(name));
          assert.deepEqual(declared.sort(), expected.map(({ name }) => name).sort(), resource.name);
        }
      }
    });

    test('a resource of which the employee sees no row is refused', async () => {
      const shown = shownResources(company, accessContext);
      for (const { name } of readableResources(company).filter((one) => !shown.includes(one))) {
        const { status, json } = await employee.get(`${name}/read`, everything);
        assert.deepEqual([status, json['ErrorExtended'].errorCode], [401, 'not_allowed'], name);
      }
    });

    test('returns no marked field from aggregated reads', async () => {
      const names = shownResources(company, accessContext).map(({ name }) => name);
      const resolves = shownResources(company, accessContext).flatMap((resource) => {
        const fields = relationsOf(company, resource).filter((one) => isSeen(accessContext, resource, one));
        return fields.length === 0
          ? []
          : [[`${resource.name}___resolve`, fields.map(({ name }) => name).join()]];
      });
      for (const path of ['deltaSync/read', 'fetchData/read']) {
        const included = path === 'deltaSync/read' ? {} : { _include: names.join() };
        for (const query of [{}, since, everything, { ...since, ...everything }]) {
          const answer = await employee.get(path, { ...included, ...query });
          assert.equal(answer.status, 200, answer.text);
          assertUnmarked(answer, `${path} ${JSON.stringify(query)}`);
        }
      }
      const resolved = { _include: names.join(), ...Object.fromEntries(resolves), ...everything };
      const answer = await employee.get('fetchData/read', resolved);
      assert.equal(answer.status, 200, answer.text);
      assertUnmarked(answer, 'fetchData with relations');
    });

    test('_resolve returns exactly the public fields, for every relation', async () => {
      const resolved = new Set<string>();
      for (const resource of shownResources(company, accessContext)) {
        for (const field of relationsOf(company, resource)) {
          const query = { _resolve: field.name, ...everything };
          const answer = await employee.get(`${resource.name}/read`, query);
          const place = `${resource.name} ${field.name}`;
          if (!isSeen(accessContext, resource, field)) {
            assert.equal(answer.json['ErrorExtended'].errorCode, 'field_not_allowed', place);
            continue;
          }
          const targets = company.installation.app.engine.schema.targets(String(field.relation));
          const short = field.name.replace(/_id$/, '');
          const as = resource.fields.has(short) ? `${field.name}_object` : short;
          for (const row of answer.json['Results'] as Envelope[]) {
            assert.equal(as in row, field.name in row, `${place}: ${JSON.stringify(row)}`);
            if ((row[as] ?? null) === null) continue;
            const keys = Object.keys(row[as]).sort().join();
            assert.ok(
              targets.some((target) => publicOf(target) === keys),
              `${place}: ${keys}`,
            );
            resolved.add(place);
          }
        }
      }
      for (const place of ['users', 'clients', 'projects'].flatMap((target) =>
        relationsTo(company, { target, accessContext }),
      ))
        assert.ok(resolved.has(place), `no row showed ${place}`);
    });

    test('delta sync reports changed rows without hidden fields, and deletions by id', async () => {
      const start = (await employee.get('users/read')).json['RequestStartTime'] as string;
      marks = await plantMarks(company, { accessContext, set: 'falling' });
      const gone = await company.machine.create('clients', { company_name: 'Gone', city: 'hidden mark 7' });
      await company.machine.delete(`clients/delete/${gone['id']}`);
      const delta = { _since: start, _fetch_deleted: 1 };
      const together = await employee.get('deltaSync/read', delta);
      assertUnmarked(together, 'deltaSync');
      for (const name of new Set(marks.map(({ resource }) => resource.name))) {
        const answer = await employee.get(`${name}/read`, delta);
        assertUnmarked(answer, name);
        const told: readonly Envelope[] = answer.json['Results'];
        const changed = marks.filter(({ resource }) => resource.name === name);
        assert.deepEqual(
          changed.filter(
            ({ resource, key }) => !told.some((row) => isSame(keyOf(resource, row as Row), key)),
          ),
          [],
          name,
        );
        for (const { Deleted } of [answer.json, together.json['Results'][name] as Envelope])
          for (const one of Deleted) assert.deepEqual(Object.keys(one).sort(), ['deleted_at', 'id']);
      }
      const { Deleted } = (await employee.get('clients/read', delta)).json;
      assert.deepEqual(
        Deleted.map(({ id }: Envelope) => id),
        [gone['id']],
      );
    });

    test('returns permission facts about the caller only', async () => {
      const facts = readableResources(company).filter(({ storage }) => storage === 'derived');
      assert.ok(facts.length > 0);
      for (const { name } of facts) {
        const { json } = await employee.get(`${name}/read`, everything);
        for (const row of json['Results']) assert.equal(row.subject_user_id, company.people.employee, name);
        const others = { ...everything, subject_user_id: company.people.colleague };
        assert.deepEqual((await employee.get(`${name}/read`, others)).json['Results'], [], name);
      }
    });
  });
}

type Key = ReturnType<typeof keyOf>;

function isSame(one: Key, other: Key): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value);
}

/** In one row of each resource, that of which the employee sees most: every relation points at one of which they see least. */
async function relateRows(company: Company, accessContext: AccessContext): Promise<void> {
  const { schema } = company.installation.app.engine;
  await inAccount(company.installation, (view) => {
    const rowsSeen = (resource: Resource): readonly Row[] => {
      const rank = (row: Row): number =>
        fieldVisibilities.indexOf(levelOf(accessContext, resource, row) ?? 'public');
      const rows = view.find(resource.name, []);
      return rows
        .filter((row) => levelOf(accessContext, resource, row) !== null)
        .sort((a, b) => rank(b) - rank(a));
    };
    for (const resource of readableResources(company).filter(hasRows)) {
      const [row] = rowsSeen(resource);
      if (row === undefined) continue;
      const values: Record<string, Stored> = {};
      for (const { name, relation } of relationsOf(company, resource)) {
        const [target] = schema.targets(String(relation));
        const other = target !== undefined && hasRows(target) ? rowsSeen(target).at(-1)?.['id'] : undefined;
        if ((row[name] ?? null) !== null || name === 'mother_id' || other === undefined) continue;
        const related = { ...row, ...values, [name]: other };
        if (levelOf(accessContext, resource, related) === levelOf(accessContext, resource, row))
          values[name] = other;
      }
      view.update(resource.name, row['id'] as number, values);
    }
  });
}

/** Relations to the resource that the employee sees of some row, as `resource field`. */
function relationsTo(
  company: Company,
  { target, accessContext }: { target: string; accessContext: AccessContext },
): readonly string[] {
  return readableResources(company)
    .filter((resource) => resource.storage === 'account')
    .flatMap((resource) =>
      relationsOf(company, resource)
        .filter((field) => field.relation === target && isSeen(accessContext, resource, field))
        .map((field) => `${resource.name} ${field.name}`),
    );
}

function relationsOf(company: Company, resource: Resource): readonly Field[] {
  const { schema } = company.installation.app.engine;
  return readableFields(resource).filter(
    ({ relation }) => relation !== undefined && schema.targets(relation).length > 0,
  );
}

/** Everything that a read can be asked beside filters. */
function queriesOf(company: Company, resource: Resource): readonly Record<string, string | number>[] {
  const { nested, lastChange, fields } = resource;
  const children = Object.keys(nested).map((child) => ({
    nestedEntities: JSON.stringify({ [child]: [{}] }),
  }));
  return [
    everything,
    ...relationsOf(company, resource).map(({ name }) => ({ ...everything, _resolve: name })),
    ...readableFields(resource).map(({ name }) => ({ ...everything, _group_by: name })),
    ...readableFields(resource).map(({ name }) => ({ ...everything, _fields: name })),
    ...readableFields(resource).map(({ name }) => ({ [`_aggregate__${name}`]: 'group_concat' })),
    ...readableFields(resource).map(({ name }) => ({ [`_aggregate__${name}`]: 'max' })),
    ...(lastChange === null ? [] : [{ ...since, ...everything }]),
    ...children.map((query) => ({ ...query, ...everything })),
    ...(fields.has('id') ? [{ ...everything, _order_by: 'id', _order_desc: 1 }] : []),
  ];
}

/** The resources of which the caller can see rows at all. */
function shownResources(company: Company, accessContext: AccessContext): readonly Resource[] {
  return readableResources(company).filter((resource) => readPolicies(accessContext, resource).length > 0);
}

function hiddenFields(accessContext: AccessContext, resource: Resource): readonly Field[] {
  if (readPolicies(accessContext, resource).length === 0) return [];
  return readableFields(resource).filter((field) => !isSeen(accessContext, resource, field));
}

function isSeen(accessContext: AccessContext, resource: Resource, field: Field): boolean {
  return readPolicies(accessContext, resource).some((rowPolicy) => sees(rowPolicy.level, field.level));
}

function bearsMark({ lastChange }: Resource, { name, type, relation, values }: Field): boolean {
  if (name === lastChange) return false;
  return type.name !== 'Boolean' && relation === undefined && values === undefined;
}

function hasRows({ storage, flagView, fields }: Resource): boolean {
  return storage === 'account' && flagView === null && fields.has('id');
}

function publicOf(resource: Resource): string {
  return [...resource.public].sort().join();
}

function assertUnmarked(answer: Answer, place: string): void {
  assert.equal(markIn(answer.text), null, place);
}
