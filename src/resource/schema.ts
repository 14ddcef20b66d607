// All resources together: look-up by the names clients use, and who refers to whom. It must not know SQL or HTTP.
import { noRights, type AccessContext } from './access.ts';
import type { Field, Resource } from './resource.ts';

/** A field of some resource that holds the id of a row elsewhere. */
export interface Reference {
  readonly resource: Resource;
  readonly field: Field;
}

/** The whole declared service. */
export interface Schema {
  readonly resources: ReadonlyMap<string, Resource>;
  /** By name or alias, in any letter case; internal ones have no name outside. */
  find(name: string): Resource | undefined;
  /** The resources whose ids a relation may hold: one, or projects and tasks for `nodes`; none while they are to come. */
  targets(relation: string): readonly Resource[];
  /** Fields that refer to rows of the resource and keep them from being deleted. */
  referencesTo(resource: Resource): readonly Reference[];
  /** The resources that show some of the rows of this one. */
  viewsOf(resource: Resource): readonly Resource[];
  /** The resources with rows that time alone changes. */
  readonly turning: readonly Resource[];
  /** Columns that decide who may read a row: kept with its deletion. */
  scopeColumns(resource: Resource): readonly string[];
}

/** Relations that several resources of one table share. */
export const sharedRelations: Readonly<Record<string, readonly string[]>> = { nodes: ['projects', 'tasks'] };

/** Makes the look-up tables; resources keep their order. */
export function buildSchema(list: readonly Resource[]): Schema {
  const resources = new Map(list.map((resource) => [resource.name, resource]));
  const byName = new Map<string, Resource>();
  for (const resource of list.filter(({ internal }) => !internal)) {
    for (const name of [resource.name, ...resource.aliases]) byName.set(name.toLowerCase(), resource);
  }
  const targets = (relation: string): readonly Resource[] =>
    (sharedRelations[relation] ?? [relation]).flatMap((name) => resources.get(name) ?? []);
  const references = referencesIn(list, targets);
  const columns = new Map(list.map((resource) => [resource, scopeColumnsOf(resource)]));
  const views = Map.groupBy(list, ({ flagView }) => flagView?.resource);
  return {
    resources,
    find: (name) => byName.get(name.toLowerCase()),
    targets,
    referencesTo: (resource) => references.get(resource) ?? [],
    viewsOf: ({ name }) => views.get(name) ?? [],
    turning: list.filter(({ turns }) => turns !== null),
    scopeColumns: (resource) => columns.get(resource) ?? [],
  };
}

/** By the resource that is referred to, in the order of the list. */
function referencesIn(
  list: readonly Resource[],
  targets: (relation: string) => readonly Resource[],
): ReadonlyMap<Resource, readonly Reference[]> {
  const references = new Map<Resource, Reference[]>();
  const holders = list.filter(({ storage, flagView }) => storage === 'account' && flagView === null);
  for (const resource of holders) {
    for (const field of resource.fields.values()) {
      for (const target of referredTo(resource, field, targets))
        references.set(target, [...(references.get(target) ?? []), { resource, field }]);
    }
  }
  return references;
}

/** The resources whose rows a field keeps from being deleted. */
function referredTo(
  { name, history }: Resource,
  field: Field,
  targets: (relation: string) => readonly Resource[],
): readonly Resource[] {
  if (!field.stored || field.relation === undefined || history.has(field.name)) return [];
  return targets(field.relation).filter(({ owned }) => owned[name] !== field.name);
}

/** Asks the access rules what they would look at, for callers who see only a part. */
function scopeColumnsOf(resource: Resource): readonly string[] {
  const person: AccessContext = {
    ...noRights,
    userId: 1,
    people: [1],
    departments: [1],
    teamMembers: [1],
    terminalUsers: [1],
    ownDepartments: [1],
    ledProjects: [1],
    assignments: [{ node: 1, from: null, to: null }],
    teammates: [1],
    today: '2026-01-01',
  };
  const reaches = ['team', 'department', 'account'] as const;
  const onlookers = reaches.map((reach) => ({ ...person, seesAbsences: reach, seesPresence: reach }));
  const scopes = onlookers.flatMap((accessContext) =>
    resource.access.read(accessContext).map((rowPolicy) => rowPolicy.scope),
  );
  const terms = scopes.flatMap((scope) => (scope === 'all' ? [] : scope.flat()));
  return [...new Set(terms.map((term) => term.column))];
}
