// Whether the declared resources agree with themselves and with each other. Tests ask it, the commands that write migrations
// and pages, and the build of the package; a server starts with what they let pass.
import type { Scope, WriteVerb } from './access.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkReport } from './check-report.ts';
import { moment } from './field-types/moment.ts';
import type { Field, Resource } from './resource.ts';
import { sampleAccessContexts } from './sample-access-contexts.ts';
import { sharedRelations } from './schema.ts';

type Faults = (sentence: string) => void;

/** Throws one error that names every inconsistency; passes in silence otherwise. */
export function checkResources(resources: readonly Resource[]): void {
  const faults: string[] = [];
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  checkNames(resources, (sentence) => faults.push(sentence));
  checkTables(resources, (sentence) => faults.push(sentence));
  for (const resource of resources) {
    const fault: Faults = (sentence) => faults.push(`${resource.name}: ${sentence}`);
    checkFields(resource, byName, fault);
    checkColumnNames(resource, fault);
    checkStorage(resource, fault);
    checkBlocks(resource, resources).forEach(fault);
    checkReport(resource).forEach(fault);
    checkActions(resource, byName, fault);
    checkView(resource, byName, fault);
    checkChildren(resource, byName, fault);
    for (const name of resource.derivedFrom)
      if (!byName.has(name)) fault(`derivedFrom names ${name}, which does not exist`);
    for (const name of resource.follows)
      if (byName.get(name)?.turns == null) fault(`follows names ${name}, whose rows do not turn`);
    const { tellsOf = resource.name } = resource.report ?? {};
    if (!byName.has(tellsOf)) fault(`tellsOf names ${tellsOf}, which does not exist`);
    checkUses(resource, byName, fault);
    checkAccess(resource, fault);
  }
  if (faults.length > 0) throw new Error(`The resources contradict themselves:\n- ${faults.join('\n- ')}`);
}

function checkNames(resources: readonly Resource[], fault: Faults): void {
  const owners = new Map<string, string>();
  for (const resource of resources) {
    const names = [resource.name, ...resource.aliases].map((name) => name.toLowerCase());
    for (const name of new Set(names)) {
      const owner = owners.get(name);
      if (owner !== undefined) fault(`${resource.name} and ${owner} are both reached as ${name}`);
      owners.set(name, resource.name);
    }
  }
}

/** Resources in one table must be told apart by a fixed column and agree on the columns they share. */
function checkTables(resources: readonly Resource[], fault: Faults): void {
  const tables = Map.groupBy(
    resources.filter(
      ({ storage, flagView }) => (storage === 'account' || storage === 'installation') && flagView === null,
    ),
    (one) => one.table,
  );
  for (const [table, sharing] of tables) {
    const marks = new Set(sharing.map((resource) => JSON.stringify(resource.fixed)));
    if (marks.size < sharing.length) fault(`table ${table} is shared by resources that nothing tells apart`);
    const types = new Map<string, string>();
    for (const [name, type] of sharing.flatMap(columnTypes)) {
      if ((types.get(name) ?? type) !== type) fault(`table ${table} has column ${name} with two types`);
      types.set(name, type);
    }
  }
}

function columnTypes(resource: Resource): readonly (readonly [name: string, type: string])[] {
  const fields = [...resource.fields.values()].filter((field) => field.stored);
  return [
    ...fields.map((field) => [field.name, field.type.column] as const),
    ...Object.entries(resource.hidden).map(([name, hidden]) => [name, hidden.column] as const),
  ];
}

function checkFields(resource: Resource, byName: ReadonlyMap<string, Resource>, fault: Faults): void {
  for (const field of resource.fields.values()) {
    if (!isSentence(field.doc)) fault(`${field.name} is described by no sentence`);
    if (field.secret && field.read !== '-') fault(`${field.name} is secret but can be read`);
    if (!field.stored && field.read !== '-') fault(`${field.name} is not stored but can be read`);
    if (field.min !== undefined && field.max !== undefined && field.min > field.max) {
      fault(`${field.name} has a smallest value above its largest`);
    }
    checkDefault(field, fault);
    checkRelation(field.name, field, byName, fault);
  }
}

function checkRelation(
  place: string,
  { relation }: Field,
  byName: ReadonlyMap<string, Resource>,
  fault: Faults,
): void {
  if (relation === undefined) return;
  for (const target of sharedRelations[relation] ?? [relation]) {
    if (!byName.has(target)) fault(`${place} refers to ${target}, which does not exist`);
  }
}

function checkDefault(field: Field, fault: Faults): void {
  if (field.default === undefined || field.default === null) return;
  if (field.values !== undefined && !field.values.includes(field.default)) {
    fault(`${field.name} begins as ${field.default}, which is not among its values`);
  }
  if ((typeof field.default === 'number') !== (field.type.column === 'integer')) {
    fault(`${field.name} begins as ${field.default}, which its column cannot hold`);
  }
}

function checkColumnNames(resource: Resource, fault: Faults): void {
  const columns = columnsOf(resource);
  const fieldUses: readonly (readonly [use: string, names: readonly string[]])[] = [
    ['public', resource.public],
    ['pair', resource.pair ?? []],
    ['updateKey', resource.updateKey === null ? [] : [resource.updateKey]],
    ['idempotent', resource.idempotent ?? []],
    ['history', [...resource.history]],
    ['listOrder', resource.listOrder === null ? [] : [resource.listOrder.field]],
    ['index', resource.indexes.flatMap((index) => index.field ?? [])],
  ];
  for (const [use, names] of fieldUses) {
    for (const name of names)
      if (!resource.fields.has(name)) fault(`${use} names ${name}, which is no field`);
  }
  if (resource.turns !== null && resource.hidden[resource.turns.column]?.column !== 'integer')
    fault(`${resource.turns.column} says when rows turn, but is no hidden number`);
  const elapsed = [...resource.fields.values()].flatMap((field) => field.elapsed ?? []);
  const totals = [...resource.fields.values()].flatMap((field) => field.total ?? []);
  const columnUses = [
    ...totals.map(({ within }) => within),
    ...(resource.blocks === null ? [] : [resource.blocks.column]),
    ...resource.indexes.flatMap((index) => [...index.columns, index.whereNull ?? []].flat()),
    ...(resource.exclusive === null
      ? []
      : [...resource.exclusive.columns, resource.exclusive.from, resource.exclusive.until]),
    ...elapsed.flatMap(({ column, since }) => [column, since]),
  ];
  for (const name of columnUses)
    if (!columns.has(name)) fault(`${name} is used as a column, but there is none`);
  for (const name of Object.keys(resource.hidden)) {
    if (resource.fields.has(name)) fault(`${name} is both a field and a hidden column`);
  }
}

function checkActions(resource: Resource, byName: ReadonlyMap<string, Resource>, fault: Faults): void {
  const others = new Set([...resource.actions, ...Object.keys(resource.namedReads), 'get']);
  for (const action of resource.customActions.values()) {
    if (others.has(action.name)) fault(`${action.name} names two actions`);
    if (!isSentence(action.doc)) fault(`${action.name} is described by no sentence`);
    for (const field of action.parameters.values()) {
      const place = `${action.name}.${field.name}`;
      if (!isSentence(field.doc)) fault(`${place} is described by no sentence`);
      if (field.create === '-') fault(`${place} can never be sent`);
      checkRelation(place, field, byName, fault);
    }
  }
}

/** A view can show only what is kept below, and be written only by a flag that is a number. */
function checkView(view: Resource, byName: ReadonlyMap<string, Resource>, fault: Faults): void {
  const { flagView } = view;
  if (flagView === null) return;
  const below = byName.get(flagView.resource);
  if (below === undefined || below.flagView !== null || below.table !== view.table) {
    fault(`it is a view of ${flagView.resource}, which has no table to show`);
    return;
  }
  const columns = new Map(columnTypes(below));
  for (const { name, type } of view.fields.values()) {
    const column = flagView.columns[name] ?? name;
    if (columns.get(column) !== type.column) fault(`${name} shows ${column}, which ${below.name} has not so`);
  }
  if (columns.get(flagView.flag) !== 'integer') fault(`${flagView.flag} marks rows, but is no number`);
  if (view.actions.has('update')) fault('a view is not updated: the rows it shows are');
}

function isSentence(text: string): boolean {
  return /^[A-Z0-9].{5,}[.]$/s.test(text);
}

const withoutId: readonly Resource['storage'][] = ['computed', 'report'];

function checkStorage(resource: Resource, fault: Faults): void {
  const { lastChange } = resource;
  if (lastChange !== null && resource.fields.get(lastChange)?.type !== moment) {
    fault(`lastChange names ${lastChange}, which is no moment`);
  }
  if ((resource.storage === 'derived') !== (resource.derive !== null))
    fault('derived rows need a function, others none');
  if (resource.storage === 'derived' && !resource.fields.has('subject_user_id'))
    fault('tells of nobody: it has no subject_user_id');
  const makers = [resource.compute, resource.answer].filter((maker) => maker !== null);
  if (makers.length !== (resource.storage === 'computed' && resource.actions.has('read') ? 1 : 0))
    fault('computed rows need one function, others none');
  if (!withoutId.includes(resource.storage) && resource.pair === null && !resource.fields.has('id'))
    fault('has no id');
  const isKey = resource.indexes.some(
    ({ unique, columns }) => unique === true && columns.length === 1 && columns[0] === resource.updateKey,
  );
  if (resource.updateKey !== null && !isKey) fault(`${resource.updateKey} names rows, but is not unique`);
  if (resource.storage !== 'account' && resource.actions.size > 1)
    fault('is not kept per account but can be changed');
  const hasUpdatable = [...resource.fields.values()].some(
    (field) => field.name !== 'id' && field.update !== '-',
  );
  if (resource.internal && resource.actions.size > 0) fault('is internal but can be asked for');
  if (resource.actions.has('update') !== hasUpdatable)
    fault('has an update without fields, or fields without one');
}

function checkChildren(resource: Resource, byName: ReadonlyMap<string, Resource>, fault: Faults): void {
  for (const [use, children] of [
    ['nested', resource.nested],
    ['owned', resource.owned],
  ] as const) {
    for (const [name, key] of Object.entries(children)) {
      const child = byName.get(name);
      if (use === 'nested' && key === 'id') {
        checkPendingChild(resource, name, fault);
        continue;
      }
      const relation = child?.fields.get(key)?.relation;
      if (child === undefined) fault(`${use} names ${name}, which does not exist`);
      else if (relation === undefined || !standsFor(resource, relation)) {
        fault(`${use} names ${name}.${key}, which does not refer to ${resource.name}`);
      }
    }
  }
}

function checkUses(resource: Resource, byName: ReadonlyMap<string, Resource>, fault: Faults): void {
  for (const [name, columns] of Object.entries(resource.usedThrough)) {
    const other = byName.get(name);
    if (other === undefined) fault(`usedThrough names ${name}, which does not exist`);
    for (const [column, key] of Object.entries(columns)) {
      if (other !== undefined && !columnsOf(other).has(column))
        fault(`usedThrough names ${name}.${column}, which does not exist`);
      if (!columnsOf(resource).has(key)) fault(`usedThrough names ${key}, which is no column`);
    }
  }
}

/** Whether ids of the relation are ids of the resource's rows: it is the one meant, or its rows are named by such an id. */
function standsFor(resource: Resource, relation: string): boolean {
  if ((sharedRelations[relation] ?? [relation]).includes(resource.name)) return true;
  const { pair, fields } = resource;
  return pair?.length === 1 && fields.get(pair[0] as string)?.relation === relation;
}

/** A child that is linked by its own id is named by its parent, as its pending child. */
function checkPendingChild({ pendingChild, fields, hidden }: Resource, child: string, fault: Faults): void {
  if (pendingChild?.resource !== child) fault(`nested links ${child} by its id, but does not carry it`);
  else if (fields.get(pendingChild.field)?.relation !== child)
    fault(`${pendingChild.field} does not refer to ${child}`);
  else if (hidden[pendingChild.column]?.column !== 'text')
    fault(`${pendingChild.column} is no hidden text column`);
}

/** Asks the access rules as different callers and looks whether the columns they name exist. */
function checkAccess(resource: Resource, fault: Faults): void {
  if (resource.storage === 'computed') return;
  const columns = columnsOf(resource);
  const named = new Set<string>();
  const { person = 'id', department = 'id', only = [], writable: granted = [] } = resource.access.about ?? {};
  for (const name of [person, department, ...only.map((term) => term.column)]) {
    if (!columns.has(name)) named.add(`access column ${name}`);
  }
  granted.filter((name) => !resource.fields.has(name)).forEach((name) => named.add(`writable ${name}`));
  for (const accessContext of sampleAccessContexts) {
    const scopes: Scope[] = resource.access.read(accessContext).map((rowPolicy) => rowPolicy.scope);
    for (const verb of ['create', 'update', 'delete'] as const satisfies readonly WriteVerb[]) {
      scopes.push(resource.access.write(accessContext, verb));
      const writable = resource.access.writable?.(accessContext, verb) ?? 'all';
      const unknown = writable === 'all' ? [] : writable.filter((name) => !resource.fields.has(name));
      unknown.forEach((name) => named.add(`writable ${name}`));
    }
    for (const term of scopes.flatMap((scope) => (scope === 'all' ? [] : scope.flat()))) {
      if (!columns.has(term.column)) named.add(`access column ${term.column}`);
    }
  }
  for (const name of named) fault(`${name} does not exist`);
}

/** Every column of a resource's table that declarations may name; each table has a revision. */
function columnsOf(resource: Resource): ReadonlySet<string> {
  const pairId = resource.pair === null && resource.report === null ? [] : ['id'];
  const kept = ['row_revision', ...pairId];
  return new Set([...columnTypes(resource).map(([name]) => name), ...Object.keys(resource.fixed), ...kept]);
}
