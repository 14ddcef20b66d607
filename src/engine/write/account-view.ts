// The View that rules get: the account in the write transaction, by the same store that every write uses.
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Logins, Row, RowChange, View, WidenedSight } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import { addToRows } from '#sql/add-to-rows.ts';
import { deleteRow, deleteRows } from '#sql/deletions.ts';
import { keepSights } from '#sql/former-sights.ts';
import { insertRows } from '#sql/insert-rows.ts';
import { loadSights } from '#sql/load-sight.ts';
import { emptyOwnField } from '#sql/own-values.ts';
import { allocateId, allocateIds, countRows, findRows, insertRow } from '#sql/store.ts';
import { together } from '#values/together.ts';
import {
  fewRows,
  forgetRow,
  forgetRows,
  foundRows,
  knownRow,
  knownSetting,
  noteRow,
  noteTouched,
} from './known-rows.ts';
import { storeChanges } from './store-changes.ts';
import { recordGoneFromViews } from '../read/viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** A view of the run's account. Rules of the rows it writes do not run: the rule that writes knows what it does. */
export function accountView(run: WriteRun): View {
  const named = (name: string): Resource => resourceNamed(run.schema, name);
  return {
    get: ((resource, id) => knownRow(run, named(resource), id)) as View['get'],
    find: (async (resource: string, comparisons: readonly Comparison[], options?: FindOptions) => {
      await run.breathe();
      return foundRows(
        run,
        named(resource),
        options === undefined ? { comparisons } : { comparisons, options },
      );
    }) as View['find'],
    count: async (resource: string, comparisons: readonly Comparison[]) => {
      await run.recompute(resource);
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
    emptyOwnField: async (resource, name) => {
      if ((await emptyOwnField(run, named(resource), name)) > 0) forgetRows(run, named(resource));
    },
    remove: (resource, id) => removeFrom(run, named(resource), id),
    removeAll: (resource, rows) => removeAllIn(run, named(resource), rows),
    setting: (type) => knownSetting(run, type),
    logins: loginsOf(run),
    mail: (mail) => run.queueMail(run.tx, { ...mail, accountId: run.accountId }),
    keepSights: (userIds) => keepSightsOf(run, userIds),
    widenedSights: () => widenedSights(run),
    sightsOf: (userIds) => loadSights(run, userIds),
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

function loginsOf({ tx, accountId, login, remoteAddress, logins }: WriteRun): Logins {
  const address = remoteAddress ?? '';
  return {
    end: async (userId) => void (await logins.endAll(tx, { accountId, userId })),
    endOthers: async (userId) =>
      void (await logins.endOthers(tx, { accountId, userId, family: login ?? '' })),
    endOwn: async () => void (login !== null && (await logins.end(tx, { accountId, family: login }))),
    forgive: (username) => logins.forgive(tx, { accountId, username }),
    countMailRequest: (username) => logins.countMailRequest(tx, { accountId, username, address }),
    ownerOfCode: (code, purpose) => logins.ownerOfCode(tx, { accountId, code, purpose }),
    createLink: (link) => logins.createLink(tx, { accountId, ...link }),
  };
}

/** Removes a row with its owned children; every one is recorded as deleted. */
export async function removeRow(run: WriteRun, resource: Resource, row: Row): Promise<void> {
  await run.recompute(resource.name);
  for (const [name, field] of Object.entries(resource.owned)) {
    const child = run.schema.resources.get(name);
    if (child === undefined) continue;
    const children = await findRows(run, child, {
      comparisons: [{ column: field, is: '=', value: row['id'] ?? null }],
    });
    for (const one of children) await removeRow(run, child, one);
  }
  noteRow(run, resource, { id: row['id'] as number, row: null });
  await recordGoneFromViews(run, resource, { before: row, after: null });
  await deleteRow(run, resource, { row, scopeColumns: run.schema.scopeColumns(resource) });
}

async function insertInto(run: WriteRun, resource: Resource, values: Row): Promise<number> {
  await run.recompute(resource.name);
  const id = (values['id'] as number | undefined) ?? (await allocateId(run, resource.table));
  noteRow(run, resource, {
    id,
    row: await insertRow(run, resource, { ...emptyRow(resource), ...values, id }),
  });
  return id;
}

async function insertAllInto(run: WriteRun, resource: Resource, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await run.recompute(resource.name);
  const first = await allocateIds(run, { sequence: resource.table, count: rows.length });
  for (const [start, some] of portions(rows)) {
    await insertRows(run, resource, { rows: some, first: first + start });
    await run.breathe();
  }
  noteTouched(run, resource);
}

const portion = 500;

/** Rows in portions, each with the place of its first: between them others have their turn. */
function portions<T>(rows: readonly T[]): readonly (readonly [start: number, some: readonly T[]])[] {
  const count = Math.ceil(rows.length / portion);
  return Array.from({ length: count }, (_, index) => {
    const start = index * portion;
    return [start, rows.slice(start, start + portion)] as const;
  });
}

async function updateIn(
  run: WriteRun,
  resource: Resource,
  { id, values }: { id: number; values: Row },
): Promise<void> {
  const before = await knownRow(run, resource, id);
  if (before === undefined) throw new Error(`${resource.name} has no row ${id} to update`);
  await changeRow(run, resource, { row: before, values });
}

/** Statements of rows that do not wait for each other go out together. Many rows are not kept in mind. */
async function updateAllIn(run: WriteRun, resource: Resource, changes: readonly RowChange[]): Promise<void> {
  await run.recompute(resource.name);
  for (const [, some] of portions(changes)) {
    await together(some.map((change) => changeRow(run, resource, change)));
    await run.breathe();
  }
  if (changes.length > fewRows) for (const { row } of changes) forgetRow(run, resource, row['id'] as number);
}

async function changeRow(run: WriteRun, resource: Resource, { row, values }: RowChange): Promise<void> {
  const changes = Object.fromEntries(Object.entries(values).filter(([name, value]) => row[name] !== value));
  if (Object.keys(changes).length === 0) return;
  await storeChanges(run, resource, { before: row, changes });
}

async function addToMany(
  run: WriteRun,
  resource: Resource,
  part: { comparisons: readonly Comparison[]; amounts: Readonly<Record<string, number>> },
): Promise<void> {
  await run.recompute(resource.name);
  if ((await addToRows(run, resource, part)) > 0) forgetRows(run, resource);
}

async function removeFrom(run: WriteRun, resource: Resource, id: number): Promise<void> {
  const row = await knownRow(run, resource, id);
  if (row !== undefined) await removeRow(run, resource, row);
}

async function removeAllIn(run: WriteRun, resource: Resource, rows: readonly Row[]): Promise<void> {
  await run.recompute(resource.name);
  const isAlone = Object.keys(resource.owned).length === 0 && run.schema.viewsOf(resource).length === 0;
  if (!isAlone) {
    for (const row of rows) await removeRow(run, resource, row);
    return;
  }
  for (const row of rows) noteRow(run, resource, { id: row['id'] as number, row: null });
  const scopeColumns = run.schema.scopeColumns(resource);
  for (const [, some] of portions(rows)) {
    await deleteRows(run, resource, { rows: some, scopeColumns });
    await run.breathe();
  }
}

/** Nobody sees what is between two changes of one transaction: the first sight kept of a user is enough. */
async function keepSightsOf(run: WriteRun, userIds: readonly number[]): Promise<void> {
  const missing = userIds.filter((id) => !run.sightsKept.has(id));
  await keepSights(run, missing);
  await noteSightsBefore(run, missing);
  for (const id of missing) run.sightsKept.add(id);
}

function isLimited({ sight }: WriteRun): boolean {
  return !sight.administrator && !sight.hrManager;
}

async function noteSightsBefore(run: WriteRun, userIds: readonly number[]): Promise<void> {
  const missing = isLimited(run) ? userIds.filter((id) => !run.sightsBefore.has(id)) : [];
  const sights = new Map((await loadSights(run, missing)).map((sight) => [sight.userId, sight]));
  for (const id of missing) run.sightsBefore.set(id, sights.get(id));
}

async function widenedSights(run: WriteRun): Promise<readonly WidenedSight[]> {
  if (run.sightsBefore.size === 0) return [];
  const sights = await loadSights(run, [...run.sightsBefore.keys()]);
  return sights.map((now) => ({ before: run.sightsBefore.get(now.userId as number), now }));
}

function noteAffected(run: WriteRun, resource: string, id: number): void {
  let ids = run.affected.get(resource);
  if (ids === undefined) run.affected.set(resource, (ids = new Set()));
  ids.add(id);
}
