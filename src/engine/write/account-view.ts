// The View that rules get: the account in the write transaction, by the same store that every write uses.
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Logins, Row, RowChange, View, WidenedAccess } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import { addToRows } from '#sql/add-to-rows.ts';
import { deleteRow, deleteRows } from '#sql/deletions.ts';
import { recordAccess } from '#sql/access-history.ts';
import { insertRows } from '#sql/insert-rows.ts';
import { loadAccessContexts } from '#sql/load-access-context.ts';
import { emptyOwnField } from '#sql/own-values.ts';
import { allocateId, allocateIds, countRows, findRows, insertRow } from '#sql/store.ts';
import {
  fewRows,
  forgetRow,
  forgetRows,
  foundRows,
  knownRow,
  knownSetting,
  noteRow,
  noteTouched,
} from './identity-map.ts';
import { storeChanges } from './store-changes.ts';
import { recordGoneFromViews } from '../read/viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** Makes the view of the run's account. Rules of the rows it writes do not run: the rule that writes knows what it does. */
export function createView(run: WriteRun): View {
  const named = (name: string): Resource => resourceNamed(run.schema, name);
  return {
    get: ((resource, id) => knownRow(run, named(resource), id)) as View['get'],
    find: ((resource: string, comparisons: readonly Comparison[], options?: FindOptions) =>
      foundRows(
        run,
        named(resource),
        options === undefined ? { comparisons } : { comparisons, options },
      )) as View['find'],
    count: (resource: string, comparisons: readonly Comparison[]) => {
      run.recompute(resource);
      return countRows(run, named(resource), comparisons);
    },
    insert: ((resource, values: Row) => insertInto(run, named(resource), values)) as View['insert'],
    insertAll: ((resource, rows: readonly Row[]) =>
      insertAllInto(run, named(resource), rows)) as View['insertAll'],
    update: ((resource, id, values: Row) => updateIn(run, named(resource), { id, values })) as View['update'],
    updateAll: (resource: string, changes: readonly RowChange[]) =>
      updateAllIn(run, named(resource), changes),
    addTo: (
      resource: string,
      comparisons: readonly Comparison[],
      amounts: Readonly<Record<string, number>>,
    ) => addToMany(run, named(resource), { comparisons, amounts }),
    ownFields: (resource) => [...named(resource).fields.values()].filter(({ own }) => own === true),
    emptyOwnField: (resource, name) => {
      emptyOwnField(run, named(resource), name);
      forgetRows(run, named(resource));
    },
    remove: (resource, id) => removeFrom(run, named(resource), id),
    removeAll: (resource, rows) => removeAllIn(run, named(resource), rows),
    setting: (type) => knownSetting(run, type),
    logins: loginsOf(run),
    mail: (mail) => run.queueMail(run.tx, { ...mail, accountId: run.accountId }),
    recordAccess: (userIds) => recordAccessOf(run, userIds),
    widenedAccess: () => widenedAccess(run),
    accessContextsOf: (userIds) => loadAccessContexts(run, userIds),
    stale: (userId, part) => void run.stale.set(userId, [...(run.stale.get(userId) ?? []), part]),
    affected: (resource, id) => noteAffected(run, resource, id),
  };
}

/** The resource of this name; rules name only those that there are. */
export function resourceNamed(schema: Schema, name: string): Resource {
  const resource = schema.resources.get(name);
  if (resource === undefined) throw new Error(`no resource is named ${name}`);
  return resource;
}

function loginsOf(run: WriteRun): Logins {
  const { accountId, login, remoteAddress, logins } = run;
  const address = remoteAddress ?? '';
  return {
    end: (userId) => void logins.endAll(run.tx, { accountId, userId }),
    endOthers: (userId) => void logins.endOthers(run.tx, { accountId, userId, family: login ?? '' }),
    endOwn: () => void (login !== null && logins.end(run.tx, { accountId, family: login })),
    forgive: (username) => logins.forgive(run.tx, { accountId, username }),
    countMailRequest: (username) => logins.countMailRequest(run.tx, { accountId, username, address }),
    ownerOfCode: (code, purpose) => logins.ownerOfCode(run.tx, { accountId, code, purpose }),
    createLink: (link) => logins.createLink(run.tx, { accountId, ...link }),
  };
}

/** Removes a row with its owned children; every one is recorded as deleted. */
export function removeRow(run: WriteRun, resource: Resource, row: Row): void {
  run.recompute(resource.name);
  for (const [name, field] of Object.entries(resource.owned)) {
    const child = run.schema.resources.get(name);
    if (child === undefined) continue;
    const children = findRows(run, child, {
      comparisons: [{ column: field, is: '=', value: row['id'] ?? null }],
    });
    for (const one of children) removeRow(run, child, one);
  }
  noteRow(run, resource, { id: row['id'] as number, row: null });
  recordGoneFromViews(run, resource, { before: row, after: null });
  deleteRow(run, resource, { row, scopeColumns: run.schema.scopeColumns(resource) });
}

function insertInto(run: WriteRun, resource: Resource, values: Row): number {
  run.recompute(resource.name);
  const id = (values['id'] as number | undefined) ?? allocateId(run, resource.table);
  noteRow(run, resource, {
    id,
    row: insertRow(run, resource, { ...emptyRow(resource), ...values, id }),
  });
  return id;
}

function insertAllInto(run: WriteRun, resource: Resource, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  run.recompute(resource.name);
  const first = allocateIds(run, { sequence: resource.table, count: rows.length });
  insertRows(run, resource, { rows, first });
  noteTouched(run, resource);
}

function updateIn(run: WriteRun, resource: Resource, { id, values }: { id: number; values: Row }): void {
  const before = knownRow(run, resource, id);
  if (before === undefined) throw new Error(`${resource.name} has no row ${id} to update`);
  changeRow(run, resource, { row: before, values });
}

/** Many rows are not kept in mind. */
function updateAllIn(run: WriteRun, resource: Resource, changes: readonly RowChange[]): void {
  run.recompute(resource.name);
  for (const change of changes) changeRow(run, resource, change);
  if (changes.length > fewRows) for (const { row } of changes) forgetRow(run, resource, row['id'] as number);
}

function changeRow(run: WriteRun, resource: Resource, { row, values }: RowChange): void {
  const changes = Object.fromEntries(Object.entries(values).filter(([name, value]) => row[name] !== value));
  if (Object.keys(changes).length === 0) return;
  storeChanges(run, resource, { before: row, changes });
}

function addToMany(
  run: WriteRun,
  resource: Resource,
  part: { comparisons: readonly Comparison[]; amounts: Readonly<Record<string, number>> },
): void {
  run.recompute(resource.name);
  addToRows(run, resource, part);
  forgetRows(run, resource);
}

function removeFrom(run: WriteRun, resource: Resource, id: number): void {
  const row = knownRow(run, resource, id);
  if (row !== undefined) removeRow(run, resource, row);
}

/** Rows that one statement deletes. */
const portion = 500;

function removeAllIn(run: WriteRun, resource: Resource, rows: readonly Row[]): void {
  run.recompute(resource.name);
  const isAlone = Object.keys(resource.owned).length === 0 && run.schema.viewsOf(resource).length === 0;
  if (!isAlone) {
    for (const row of rows) removeRow(run, resource, row);
    return;
  }
  for (const row of rows) noteRow(run, resource, { id: row['id'] as number, row: null });
  const scopeColumns = run.schema.scopeColumns(resource);
  for (let start = 0; start < rows.length; start += portion)
    deleteRows(run, resource, { rows: rows.slice(start, start + portion), scopeColumns });
}

/**
 * No client sees a state between two changes of one transaction: the first access context recorded of a user is enough.
 */
function recordAccessOf(run: WriteRun, userIds: readonly number[]): void {
  const missing = userIds.filter((id) => !run.accessRecorded.has(id));
  recordAccess(run, missing);
  noteAccessBefore(run, missing);
  for (const id of missing) run.accessRecorded.add(id);
}

function isLimited({ accessContext }: WriteRun): boolean {
  return !accessContext.administrator && !accessContext.hrManager;
}

function noteAccessBefore(run: WriteRun, userIds: readonly number[]): void {
  const missing = isLimited(run) ? userIds.filter((id) => !run.accessBefore.has(id)) : [];
  const accessContexts = new Map(
    loadAccessContexts(run, missing).map((accessContext) => [accessContext.userId, accessContext]),
  );
  for (const id of missing) run.accessBefore.set(id, accessContexts.get(id));
}

function widenedAccess(run: WriteRun): readonly WidenedAccess[] {
  if (run.accessBefore.size === 0) return [];
  const accessContexts = loadAccessContexts(run, [...run.accessBefore.keys()]);
  return accessContexts.map((now) => ({ before: run.accessBefore.get(now.userId as number), now }));
}

function noteAffected(run: WriteRun, resource: string, id: number): void {
  let ids = run.affected.get(resource);
  if (ids === undefined) run.affected.set(resource, (ids = new Set()));
  ids.add(id);
}
