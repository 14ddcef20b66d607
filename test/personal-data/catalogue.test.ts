// The catalogue of personal data against the declarations: a new column of text, or a resource about people, needs a place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownColumn } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import { types } from '#resource/define-resource.ts';
import { aboutOthers, identifyingFields, personalData } from '#domain/personal-data/catalogue.ts';
import { loadResources } from '../../src/load-resources.ts';

const file = 'src/domain/personal-data/catalogue.ts';
const stored = (await loadResources()).filter(
  ({ storage, flagView }) => storage === 'account' && flagView === null,
);

/** Columns of text that are neither dates, times, choices nor zones, hidden ones included. */
function freeTexts({ fields, hidden }: Resource): readonly string[] {
  const shown = [...fields.values()]
    .filter((one) => one.stored && (one.type === types.string || one.type === types.char))
    .filter(({ values, zone }) => values === undefined && zone !== true)
    .map(({ name }) => name);
  const unseen = Object.entries(hidden)
    .filter(([name, { column }]) => column === 'text' && name !== ownColumn && !fields.has(name))
    .map(([name]) => name);
  return [...shown, ...unseen];
}

test('each resource that names people has a place in the catalogue', () => {
  const naming = stored.filter(
    ({ fields, hidden }) =>
      [...fields.values()].some(({ relation, stored: kept }) => relation === 'users' && kept) ||
      'user_id' in hidden ||
      'person_id' in hidden,
  );
  const missing = naming
    .map(({ name }) => name)
    .filter((name) => !(name in personalData) && !aboutOthers.includes(name));
  assert.deepEqual(
    missing,
    [],
    `${file}: add these to personalData (rows about a person) or to aboutOthers (people who lead, decide or wrote)`,
  );
});

test('each column of free text of a person is emptied, masked or kept for a reason', () => {
  const missing = stored.flatMap((resource) => {
    const data = personalData[resource.name];
    if (data === undefined) return [];
    const { emptied = [], masked = [], maskedLike = {}, kept = [] } = data;
    const known = new Set([...emptied, ...masked, ...Object.keys(maskedLike), ...kept]);
    return freeTexts(resource)
      .filter((name) => !known.has(name))
      .map((name) => `${resource.name}.${name}`);
  });
  assert.deepEqual(
    missing,
    [],
    `${file}: add these columns of text to emptied, masked or kept of their resource`,
  );
});

test('the catalogue names only resources and columns that there are', () => {
  const byName = new Map(stored.map((resource) => [resource.name, resource]));
  const strange = Object.entries(personalData).flatMap(([name, data]) => {
    const resource = byName.get(name);
    if (resource === undefined) return [name];
    const { of, emptied = [], masked = [], maskedLike = {}, kept = [] } = data;
    const columns = ['id', ...resource.fields.keys(), ...Object.keys(resource.hidden)];
    return [...of, ...emptied, ...masked, ...Object.keys(maskedLike), ...kept]
      .filter((column) => !columns.includes(column))
      .map((column) => `${name}.${column}`);
  });
  assert.deepEqual(strange, []);
  assert.deepEqual(
    aboutOthers.filter((name) => !byName.has(name)),
    [],
  );
});

test('emptied columns need no value, except in removed rows and names of people', () => {
  const needed = stored.flatMap(({ name, fields }) => {
    const { removed, emptied = [] } = personalData[name] ?? {};
    if (removed === true || name === 'users') return [];
    return emptied
      .filter((column) => fields.get(column)?.required === true)
      .map((column) => `${name}.${column}`);
  });
  assert.deepEqual(needed, []);
  const users = stored.find(({ name }) => name === 'users');
  const names = identifyingFields.filter((column) => users?.fields.get(column)?.required === true);
  assert.deepEqual(names, ['firstname', 'lastname', 'username']);
});
