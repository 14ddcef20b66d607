// Stored rows → shown objects, with relations and children beside them.
import type { ReadGrant } from '#access/grant.ts';
import type { NestedPlan, ReadPlan, ResolvePlan } from '#plan/read-plan.ts';
import { inScope, sees, type RowPolicy } from '#resource/access.ts';
import { pendingRow } from '#resource/pending-row.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { ValueContext } from '#resource/field-type.ts';
import type { PendingChild, Field, Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { rowRenderer } from '#response/render-row.ts';
import type { AccountTx } from '#sql/database.ts';
import type { AggregateRow } from '#sql/execute-aggregate.ts';
import type { ReadRow } from '#sql/execute-read.ts';
import type { Pace } from './pace.ts';
import { rowsById, rowsByField } from '#sql/relations.ts';

type Renderer = ReturnType<typeof rowRenderer>;

const renderers = new WeakMap<Resource, Map<string, Renderer>>();

/** The renderer of all fields of a resource that a level shows. */
export function visibilityRenderer(resource: Resource, level: RowPolicy['level']): Renderer {
  let byLevel = renderers.get(resource);
  if (byLevel === undefined) renderers.set(resource, (byLevel = new Map()));
  let renderer = byLevel.get(level);
  if (renderer === undefined) byLevel.set(level, (renderer = rowRenderer(fieldsAt(resource, level))));
  return renderer;
}

const chosen = new Map<string, Renderer>();
const chosenKept = 1_000;

/** The renderer of the fields that a client chose. */
function chosenRenderer(resource: Resource, fields: readonly Field[]): Renderer {
  // Own fields of other accounts have the same names and other types.
  const key = `${resource.name} ${fields.map(({ name, own, type }) => (own === true ? `${name}:${type.name}` : name)).join()}`;
  let renderer = chosen.get(key);
  if (renderer === undefined) {
    if (chosen.size >= chosenKept) chosen.clear();
    chosen.set(key, (renderer = rowRenderer(fields)));
  }
  return renderer;
}

/** What rows are rendered with. */
export interface RenderContext extends ValueContext {
  readonly now: number;
}

/** Renders the rows of a plan, with resolved relations and nested children. */
export async function renderRows(
  account: AccountTx,
  part: { plan: ReadPlan; rows: readonly ReadRow[]; context: RenderContext; pace: Pace },
): Promise<readonly Document[]> {
  const { plan, rows, context, pace } = part;
  const byRowPolicy = plan.rowPolicies.map((rowPolicy) =>
    plan.whole
      ? visibilityRenderer(plan.resource, rowPolicy.level)
      : chosenRenderer(plan.resource, rowPolicy.fields),
  );
  let shown = rows.map(({ row, rowPolicy }) => (byRowPolicy[rowPolicy] as Renderer)(row, context));
  for (const resolve of plan.resolve) {
    const seen = plan.rowPolicies.map((rowPolicy) => sees(rowPolicy.level, resolve.field.level));
    const holders = rows.map(({ row, rowPolicy }) => (seen[rowPolicy] === true ? row : null));
    shown = await withResolved(account, { holders, shown, resolve, context });
  }
  if (plan.nested.length === 0) return shown;
  const parents = rows.map(({ row }) => row);
  const children = await nestedOf(account, { nested: plan.nested, parents, context, pace });
  return shown.map((row, index) => ({ ...row, nestedEntities: children[index] ?? {} }));
}

/** Adds to groups what their values refer to; a relation by which they are not put together means nothing there. */
export async function resolveGroups(
  account: AccountTx,
  part: { plan: ReadPlan; rows: readonly AggregateRow[]; context: RenderContext },
): Promise<readonly Document[]> {
  const { plan, rows, context } = part;
  const groups = plan.aggregate?.groups.map(({ name }) => name) ?? [];
  let shown: readonly Document[] = rows;
  for (const resolve of plan.resolve) {
    if (!keyOf(resolve.field).every(([, here]) => groups.includes(here))) continue;
    shown = await withResolved(account, { holders: rows, shown, resolve, context });
  }
  return shown;
}

/** Column there and column here. */
function keyOf({ key, name }: Field): readonly (readonly [there: string, here: string])[] {
  return Object.entries(key ?? { id: name });
}

async function withResolved(
  account: AccountTx,
  part: {
    /** The rows that hold the ids; `null` for one that does not show them. */
    holders: readonly (Row | null)[];
    shown: readonly Document[];
    resolve: ResolvePlan;
    context: RenderContext;
  },
): Promise<Document[]> {
  const { holders, shown, resolve, context } = part;
  const key = keyOf(resolve.field);
  const [first, from] = key[0] as [string, string];
  const values = holders.map((row) => row?.[from]);
  const wanted = [...new Set(values.filter((value) => typeof value === 'number'))];
  const objects = new Map<string, Document>();
  for (const grant of resolve.grants) {
    for (const row of await rowsByField(account, { resource: grant.resource, field: first, ids: wanted })) {
      if (rowPolicyOf(grant, row) === undefined) continue;
      const found = key.map(([there]) => row[there]).join();
      objects.set(found, visibilityRenderer(grant.resource, 'public')(row, context));
    }
  }
  return shown.map((document, index) => {
    const row = holders[index] ?? null;
    if (row === null) return document;
    return { ...document, [resolve.as]: objects.get(key.map(([, here]) => row[here]).join()) ?? null };
  });
}

/** The children of each parent, in the order of the parents. */
async function nestedOf(
  account: AccountTx,
  { nested, parents, context, pace }: NestedInput,
): Promise<readonly Document[]> {
  const shown = parents.map((): Record<string, readonly Document[]> => ({}));
  for (const plan of nested) {
    const find = plan.pendingChild === null ? childrenOf : namedChildren;
    const children = await find(account, plan, { parents, pace });
    const rows = children.flat();
    const below = await nestedOf(account, { nested: plan.nested, parents: rows, context, pace });
    const documents = new Map(
      rows.map((row, place) => [row, shownChild(plan, row, { context, below: below[place] ?? {} })]),
    );
    for (const [place, document] of shown.entries()) {
      const own = children[place] ?? [];
      document[plan.resource.name] = own.map((row) => documents.get(row) as Document);
    }
  }
  return shown;
}

interface NestedInput {
  readonly nested: readonly NestedPlan[];
  readonly parents: readonly Row[];
  readonly context: RenderContext;
  readonly pace: Pace;
}

/** Children read at once: all of them may be hidden from the caller, or too many. */
const childrenAtOnce = 1_000;

async function childrenOf(
  account: AccountTx,
  { resource, parentField, grant }: NestedPlan,
  { parents, pace }: Pick<NestedInput, 'parents' | 'pace'>,
): Promise<readonly (readonly Row[])[]> {
  const ids = parents.map((row) => row['id'] as number);
  const rows: Row[] = [];
  let found: readonly Row[];
  let after = 0;
  do {
    found = await rowsByField(account, { resource, field: parentField, ids, after, limit: childrenAtOnce });
    const shown = found.filter((row) => rowPolicyOf(grant, row) !== undefined);
    pace.count(shown.length);
    rows.push(...shown);
    after = (found.at(-1)?.['id'] as number | undefined) ?? after;
    await pace.turn();
  } while (found.length === childrenAtOnce);
  const byParent = Map.groupBy(rows, (row) => row[parentField]);
  return ids.map((id) => byParent.get(id) ?? []);
}

/** The child that each parent names, with the columns that are pending over it; or only the pending ones. */
async function namedChildren(
  account: AccountTx,
  { resource, pendingChild, grant }: NestedPlan,
  { parents, pace }: Pick<NestedInput, 'parents' | 'pace'>,
): Promise<readonly (readonly Row[])[]> {
  const { field, column } = pendingChild as PendingChild;
  const ids = parents.map((row) => row[field]).filter((id) => typeof id === 'number');
  const known = new Map(
    (await rowsById(account, { resource, ids: [...new Set(ids)] })).map((row) => [row['id'], row]),
  );
  const children = parents.map((parent) => {
    const stored = known.get(parent[field] ?? null);
    const pending = pendingRow(parent[column]);
    if (pending === null) return stored === undefined ? [] : [{ ...stored }];
    return [{ ...(stored ?? { ...emptyRow(resource), id: null }), ...pending.row }];
  });
  pace.count(children.length);
  return children.map((own) => own.filter((row) => rowPolicyOf(grant, row) !== undefined));
}

function shownChild(
  { resource, grant, nested }: NestedPlan,
  row: Row,
  { context, below }: { context: RenderContext; below: Document },
): Document {
  const level = rowPolicyOf(grant, row)?.level ?? 'public';
  const shown = visibilityRenderer(resource, level)(withElapsed(resource, row, context.now), context);
  return nested.length === 0 ? shown : { ...shown, nestedEntities: below };
}

/** The row policy that shows a row, or `undefined` when the caller may not read it. */
export function rowPolicyOf(grant: ReadGrant, row: Row): RowPolicy | undefined {
  return grant.rowPolicies.find((rowPolicy) => inScope(rowPolicy.scope, row));
}

/** Open rows show the time until now. */
export function withElapsed(resource: Resource, row: Row, now: number): Row {
  const open = [...resource.fields.values()].filter(
    ({ elapsed }) => elapsed !== undefined && row[elapsed.column] === null,
  );
  if (open.length === 0) return row;
  const entries = open.map((field) => [field.name, now - Number(row[field.elapsed?.since ?? ''])] as const);
  return { ...row, ...Object.fromEntries(entries) };
}

function fieldsAt(resource: Resource, level: RowPolicy['level']): readonly Field[] {
  return [...resource.fields.values()].filter(
    (field) => field.read !== '-' && field.stored && sees(level, field.level),
  );
}
