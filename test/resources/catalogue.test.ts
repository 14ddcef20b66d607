import assert from 'node:assert/strict';
import test from 'node:test';
import { loadResources } from '../../src/load-resources.ts';
import type { Resource } from '#resource/resource.ts';
import catalogue from './catalogue.json' with { type: 'json' };

/** Facts of one resource; a field is its type, its availabilities and, if it has one, its relation. */
interface Facts {
  readonly aliases: readonly string[];
  readonly actions: readonly string[];
  readonly extraActions: readonly string[];
  readonly lastChange: string | null;
  readonly public: readonly string[];
  readonly nested: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Sent, an offset picks one of two equal local times; the catalogue knows it as read only. A role is one of the
 * account's; the catalogue knows a number. Hours added to a balance come from people, as those paid out do.
 */
const wider: Readonly<Record<string, string>> = {
  'users.role_id': 'Integer -OO userRoles',
  'timesheetAccountings.additions': 'Decimal -OO',
  'timeTrackings.start_time_offset': 'Integer OOO',
  'timeTrackings.end_time_offset': 'Integer OOO',
};

const resources = new Map((await loadResources()).map((resource) => [resource.name, resource]));

for (const [name, facts] of Object.entries(catalogue as unknown as Readonly<Record<string, Facts>>)) {
  test(`${name} has the fields, aliases and actions of the catalogue`, () => {
    const resource = resources.get(name);
    assert.ok(resource);
    const fields = Object.entries(facts.fields).map(([field, fact]) => [
      field,
      wider[`${name}.${field}`] ?? fact,
    ]);
    assert.deepEqual(fieldFacts(resource), Object.fromEntries(fields));
    assert.deepEqual(resource.aliases, facts.aliases);
    assert.deepEqual([...resource.actions].sort(), facts.actions.toSorted());
    const own = [...Object.keys(resource.namedReads), ...resource.customActions.keys()];
    assert.deepEqual(own.sort(), facts.extraActions.toSorted());
    assert.equal(resource.lastChange, facts.lastChange);
    assert.deepEqual([...resource.public].sort(), facts.public.toSorted());
    assert.deepEqual(resource.nested, facts.nested);
  });
}

function fieldFacts(resource: Resource): Readonly<Record<string, string>> {
  const facts = [...resource.fields.values()].map((field) => {
    const relation = field.relation === undefined ? '' : ` ${field.relation}`;
    return [field.name, `${field.type.name} ${field.create}${field.read}${field.update}${relation}`];
  });
  return Object.fromEntries(facts);
}
