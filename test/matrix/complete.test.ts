// Every declared resource has the test data that the matrices and the generated tests need. This test needs no
// database and names each missing piece before the long tests start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import type { FieldVisibility } from '#resource/access.ts';
import type { Field, Resource } from '#resource/resource.ts';
import { buildSchema, type Schema } from '#resource/schema.ts';
import { grantables } from '#domain/permissions/grantable.ts';
import { servedResources } from '#domain/permissions/served-resources.ts';
import { loadResources } from '../../src/load-resources.ts';
import { expectedGrants } from '../permissions/rules/expected-grants.ts';
import { probes, rights } from './access-table.ts';
import { actionCases } from './action-table.ts';
import { asked, found, makers, standing, storedAbout } from './company-rows.ts';
import { missingData, needlessData, type Kind } from './missing-data.ts';
import { codes, harmlessUpdates, looseReferences, samples, storedSamples } from './samples.ts';
import { userActions } from './user-action-table.ts';

const declared = await loadResources();
const served = declared.filter(({ internal }) => !internal);

/** The tables by resource. */
const tables: readonly (readonly [Kind, Readonly<Record<string, unknown>>])[] = [
  ['row of rights', rights],
  ['probe', probes],
  ['sample row', samples],
  ['sample row', storedSamples],
  ['harmless update', harmlessUpdates],
  ['loose reference', looseReferences],
  ['loose reference', codes],
  ['maker', makers],
  ['row about a person', storedAbout],
  ['row about a person', found],
  ['row about a person', standing],
  ['question about a person', asked],
  ['number', Object.fromEntries(servedResources.map((name) => [name, name]))],
];

/** Letters of the probes that levels above `own` need. */
const letters: readonly (readonly [FieldVisibility, 's' | 'm' | 'a'])[] = [
  ['self', 's'],
  ['manager', 'm'],
  ['administrator', 'a'],
];

test('every declared resource has its test data', () => {
  const schema = buildSchema(declared);
  assertNone(served.flatMap((resource) => missingOf(schema, resource)));
});

test('every piece of test data belongs to a declared resource or action', () => {
  const names = new Set(served.map(({ name }) => name));
  const ofResources = tables.flatMap(([kind, table]) =>
    Object.keys(table).flatMap((name) => (names.has(name) ? [] : [needlessData(kind, name)])),
  );
  const actions = new Set(served.flatMap(actionsOf));
  const cases = actionCases.map(({ resource, action }) => `${resource}/${action}`);
  const userCases = Object.values(userActions).map(({ action }) => `users/${action}`);
  const ofActions = [
    ...cases.flatMap((path) => (actions.has(path) ? [] : [needlessData('action case', path)])),
    ...userCases.flatMap((path) => (actions.has(path) ? [] : [needlessData('user action case', path)])),
  ];
  assertNone([...ofResources, ...ofActions]);
});

test('names every missing piece of a new resource, with the file to edit', () => {
  const lunches = defineResource({
    name: 'lunches',
    doc: 'A lunch that the company paid for a person.',
    fields: {
      id,
      user_id: field(types.integer, 'ROO', 'The person.', { relation: 'users' }),
      receipt_id: field(types.integer, 'OOO', 'A row that no relation names.'),
      amount: field(types.decimal, 'ROO', 'What it cost.', { level: 'manager' }),
      data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
    },
    lastChange: 'data_changed',
    actions: ['read', 'create', 'update'],
    access: { about: { person: 'user_id' }, read: () => [], write: () => 'all' },
  });
  assert.deepEqual(missingOf(buildSchema([...declared, lunches]), lunches), [
    'test/matrix: no row of rights for lunches; add one in `rights` of test/matrix/areas or test/matrix/access-table.ts',
    'test/matrix: no probe for lunches at level manager; add one in `probes` of test/matrix/areas or test/matrix/access-table.ts',
    'test/matrix: no sample row for lunches; add one in `samples` or `storedSamples` of test/matrix/areas or test/matrix/samples.ts',
    'test/matrix: no harmless update for lunches; add one in `harmlessUpdates` of test/matrix/areas or test/matrix/samples.ts',
    'test/matrix: no maker for lunches; add one in `makers` of test/matrix/areas or test/matrix/company-rows.ts',
    'test/matrix: no loose reference for lunches.receipt_id; add one in `looseReferences` of test/matrix/areas or `codes` of test/matrix/samples.ts',
    'test/matrix: no number for lunches; add one in src/domain/permissions/served-resources.ts',
    'test/matrix: no grant for create of lunches; add one in src/domain/permissions/grantable.ts',
    'test/matrix: no grant for update of lunches; add one in src/domain/permissions/grantable.ts',
  ]);
});

function assertNone(lines: readonly string[]): void {
  assert.ok(lines.length === 0, lines.join('\n'));
}

/** A sentence for each piece of test data that the resource lacks. */
function missingOf(schema: Schema, resource: Resource): readonly string[] {
  const { name } = resource;
  const wanted = [...rowsOf(resource), ...fieldsOf(schema, resource)];
  const cases: Kind = name === 'users' ? 'user action case' : 'action case';
  return [
    ...wanted.flatMap(([kind, subject, has]) => (has ? [] : [missingData(kind, subject)])),
    ...actionsOf(resource)
      .filter((path) => !hasCase(path))
      .map((path) => missingData(cases, path)),
    ...(servedResources.includes(name) ? [] : [missingData('number', name)]),
    ...missingGrants(resource),
  ];
}

/** What is needed, of what, and whether it is there. */
type Wanted = readonly [kind: Kind, subject: string, has: boolean];

/** Rights, and rows to create, read and update. */
function rowsOf({ name, actions, storage, fields }: Resource): readonly Wanted[] {
  const readable = [...fields.values()].filter(({ read }) => read !== '-');
  const levels = letters.filter(([level]) => readable.some((one) => one.level === level));
  const made = name in found || name in standing;
  const creates = actions.has('create');
  const wanted: Wanted[] = [['row of rights', name, name in rights]];
  for (const [level, letter] of levels)
    wanted.push(['probe', `${name} at level ${level}`, probes[name]?.[letter] !== undefined]);
  if (storage === 'account')
    wanted.push(['sample row', name, creates ? name in samples : made || name in storedSamples]);
  if (actions.has('update')) wanted.push(['harmless update', name, name in harmlessUpdates]);
  if (creates) wanted.push(['maker', name, name in makers]);
  // The server answers `server…` resources without rows about a person.
  else if (storage === 'computed' && actions.has('read') && !name.startsWith('server'))
    wanted.push(['question about a person', name, name in asked]);
  else if (storage !== 'computed' && actions.has('read'))
    wanted.push(['row about a person', name, made || name in storedAbout]);
  return wanted;
}

/** A field that looks like an id needs a relation, a loose reference, or its place among the codes. */
function fieldsOf(schema: Schema, { name, fields }: Resource): readonly Wanted[] {
  const listed = [...(looseReferences[name] ?? []).map((one) => one.field), ...(codes[name] ?? [])];
  return [...fields.values()]
    .filter((one) => looksLikeId(one) && !refers(schema, one))
    .map((one) => ['loose reference', `${name}.${one.name}`, listed.includes(one.name)] as const);
}

function looksLikeId({ name, type, values, create, update }: Field): boolean {
  const isWritable = create !== '-' || update !== '-';
  return isWritable && type.name === 'Integer' && values === undefined && name.endsWith('_id');
}

function refers(schema: Schema, { relation }: Field): boolean {
  return relation !== undefined && schema.targets(relation).length > 0;
}

function actionsOf({ name, customActions }: Resource): readonly string[] {
  return [...customActions.keys()].map((action) => `${name}/${action}`);
}

function hasCase(path: string): boolean {
  const [resource, action] = path.split('/');
  if (resource === 'users') return Object.values(userActions).some((one) => one.action === action);
  return actionCases.some((one) => one.resource === resource && one.action === action);
}

function missingGrants(resource: Resource): readonly string[] {
  const { name } = resource;
  const verbs = expectedGrants([resource]).get(name)?.verbs ?? [];
  const granted = grantables.get(name)?.verbs ?? [];
  return verbs
    .filter((verb) => !granted.includes(verb))
    .map((verb) => missingData('grant', `${verb} of ${name}`));
}
