// One create or update inside the transaction: references, rights on the row, rules, the write, then children.
import { ApiError } from '#errors/api-error.ts';
import { planWrite } from '#plan/plan-write.ts';
import { isEmpty } from '#plan/parse-value.ts';
import type { Returned } from '#plan/returned-parameters.ts';
import type { ChildrenPlan, EntityPlan } from '#plan/write-plan.ts';
import { pendingRowText } from '#resource/pending-row.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Resource } from '#resource/resource.ts';
import type { Change, Row } from '#resource/rule.ts';
import { keepKey } from '#sql/create-keys.ts';
import { allocateId, insertRow } from '#sql/store.ts';
import { Missing } from '#resource/missing.ts';
import { isKept } from '#sql/stored-files.ts';
import { askBeforeHashing } from './ask-before-hashing.ts';
import { changeOf } from './change-of.ts';
import { checkOwnValues } from './check-own-values.ts';
import { checkReferences } from './check-references.ts';
import { checkUpdate, refuseForeignFields, refuseForeignRow } from './check-rights.ts';
import { inSavepoint, keepRun, knownRow, noteRow } from './identity-map.ts';
import { planFlag } from './flag-view.ts';
import { noSuchRow } from '../read/readable-row.ts';
import { recordAudit } from './record-audit.ts';
import { refuseConstraint } from './refuse-constraint.ts';
import { madeBefore, rowOfSameValues } from './repeated-create.ts';
import { storeChanges } from './store-changes.ts';
import type { WriteRun } from './write-run.ts';

/** What became of one entity: its row's id and what became of its children. */
export interface EntityOutcome {
  readonly resource: Resource;
  /** `null`: the write was intercepted, and something else written than a new row. */
  readonly id: number | null;
  /** The row that was not written, if there is no id. */
  readonly unwritten: Row | null;
  /** Whether the row was there: a create that was sent again means it. */
  readonly isRepeated: boolean;
  /** What its client sent to be given back. */
  readonly returned: Returned;
  readonly children: readonly ChildOutcome[];
}

/** One child entity: written or refused. */
export type ChildOutcome =
  | { readonly resource: Resource; readonly outcome: EntityOutcome }
  | { readonly resource: Resource; readonly error: unknown };

/** Writes an entity; throws with nothing of it written. Children that fail do not undo it. */
export function writeEntity(run: WriteRun, plan: EntityPlan): EntityOutcome {
  const { resource, returned } = plan;
  const { id, mother, unwritten = null, isRepeated = false } = writeOnce(run, plan);
  const children: ChildOutcome[] = [];
  if (mother !== null) for (const group of plan.children) children.push(...writeChildren(run, group, mother));
  return { resource, id, unwritten, isRepeated, returned, children };
}

/** The row that was written or found, and the one that gets the children: none if it was not this request's to write. */
interface Written {
  readonly id: number | null;
  readonly mother: number | null;
  readonly unwritten?: Row;
  readonly isRepeated?: true;
}

/** A create with a key is done the first time that the key comes. */
function writeOnce(run: WriteRun, plan: EntityPlan): Written {
  const made = madeBefore(run, plan);
  if (made !== undefined) return { ...made, mother: null, isRepeated: true };
  const written = writeRow(run, plan);
  if (plan.key !== undefined) keepKey(run, { ...plan.key, id: written.id });
  return written;
}

function writeRow(run: WriteRun, plan: EntityPlan): Written {
  const { flagView } = plan.resource;
  if (flagView !== null) return writeRow(run, planFlag(run, plan, flagView));
  return plan.verb === 'create' ? createRow(run, plan) : changeRow(run, plan);
}

function createRow(run: WriteRun, plan: EntityPlan): Written {
  const { resource } = plan;
  const repeated = rowOfSameValues(run, plan);
  if (repeated !== undefined) return { id: repeated, mother: null, isRepeated: true };
  if (plan.trusted !== true) checkReferences(run, resource, plan.values);
  const pendingChild = pendingChildColumn(run, plan);
  const unhashed = { ...emptyRow(resource), ...plan.values, ...pendingChild, ...resource.fixed };
  refuseForeignRow(plan, unhashed, { complete: false });
  askBeforeHashing(run, plan, null);
  const { hashed, secrets } = hashedValues(run, plan);
  const after = { ...unhashed, ...hashed };
  checkOwnValues(run, resource, { before: null, after });
  const change = changeOf(run, plan, { before: null, after, secrets });
  const { view } = run;
  const replaced = writtenInstead(run, plan, change);
  if (replaced !== null) return { ...replaced, unwritten: after };
  after['id'] = plan.id ?? allocateId(run, resource.table);
  for (const rule of resource.before) rule(change, view);
  refuseForeignRow(plan, after, { complete: true });
  refuseForeignFields(plan, after);
  refuseRemoved(run, plan);
  const row = refuseConstraint(run, resource, () => insertRow(run, resource, after));
  noteRow(run, resource, { id: after['id'] as number, row });
  for (const rule of resource.after) rule(change, view);
  recordAudit(run, resource, { action: 'create', id: after['id'] as number, before: null, after: row });
  return { id: after['id'], mother: after['id'] };
}

/** Bytes that nobody meant for an hour may have been given up. */
function refuseRemoved(run: WriteRun, { content = null }: EntityPlan): void {
  if (content === null || isKept(run, content.key)) return;
  throw new ApiError('overloaded', 'The file was stored too long ago; send it again.');
}

function changeRow(run: WriteRun, plan: EntityPlan): Written {
  const { resource } = plan;
  const id = plan.id as number;
  const before = knownRow(run, resource, id);
  if (before === undefined) throw noSuchRow(resource, id);
  if (plan.trusted !== true) checkUpdate(run, plan, before);
  askBeforeHashing(run, plan, before);
  const { hashed, secrets } = hashedValues(run, plan);
  const after: Record<string, Stored> = { ...before, ...hashed, ...pendingChildColumn(run, plan) };
  checkOwnValues(run, resource, { before, after });
  const change = changeOf(run, plan, { before, after, secrets });
  const { view } = run;
  if (writtenInstead(run, plan, change) !== null) return { id, mother: null };
  for (const rule of resource.before) rule(change, view);
  refuseForeignRow(plan, after, { complete: true });
  const changes = Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
  if (Object.keys(changes).length > 0) {
    refuseConstraint(run, resource, () => storeChanges(run, resource, { before, changes }));
  }
  for (const rule of resource.after) rule(change, view);
  if (Object.keys(changes).length > 0) recordAudit(run, resource, { action: 'update', id, before, after });
  return { id, mother: id };
}

/** What the resource writes in the place of what a client sent; it must be theirs to write, too. */
function writtenInstead(
  run: WriteRun,
  plan: EntityPlan,
  change: Change,
): Pick<Written, 'id' | 'mother'> | null {
  const { resource, trusted } = plan;
  if (resource.interceptWrite === null || trusted === true) return null;
  const replaced = resource.interceptWrite(change, run.acting);
  if (replaced === null) return null;
  const { id, isNew } = replaced;
  if (id === null) refuseChildren(plan);
  if (id === null || !isNew) return { id, mother: null };
  const row = knownRow(run, resource, id) as Row;
  refuseForeignRow(plan, row, { complete: true });
  refuseForeignFields(plan, row);
  return { id, mother: id };
}

/** Children would have no mother. */
function refuseChildren({ children }: EntityPlan): void {
  if (children.length === 0) return;
  const names = children.map((group) => group.resource.name).join(', ');
  const message = `nestedEntities holds ${names}; they cannot be created before the request for their parent is granted.`;
  throw new ApiError('rule_broken', message, { field: 'nestedEntities' });
}

/** The column of the pending child of the row; the child must be the caller's to create. */
function pendingChildColumn(run: WriteRun, { resource, pendingChild }: EntityPlan): Row {
  if (resource.pendingChild === null || pendingChild === undefined) return {};
  checkReferences(run, pendingChild.resource, pendingChild.values);
  refuseForeignRow(pendingChild, pendingChild.values, { complete: true });
  refuseForeignFields(pendingChild, pendingChild.values);
  const row = { ...pendingChild.values };
  checkOwnValues(run, pendingChild.resource, { before: null, after: row });
  const text = pendingRowText({ row, given: Object.keys(row) });
  return { [resource.pendingChild.column]: text };
}

/** Values as they are stored, and the secrets among them as they were sent. An action sends hashes. */
function hashedValues(
  run: WriteRun,
  { resource, values, trusted }: EntityPlan,
): { readonly hashed: Record<string, Stored>; readonly secrets: Change['secrets'] } {
  const hashed = { ...values };
  const secrets: Record<string, string> = {};
  for (const { name, secret } of resource.fields.values()) {
    const value = hashed[name];
    if (!secret || isEmpty(value)) continue;
    const known = [...run.secrets].find((pair) => pair[trusted === true ? 1 : 0] === String(value));
    if (known === undefined) throw notHashed(name);
    [secrets[name], hashed[name]] = known;
  }
  return { hashed, secrets };
}

/** What was not top-level, or not allowed when the secrets were hashed, has no hash. */
function notHashed(name: string): ApiError {
  const message = `${name} cannot be taken here; send it with the row itself, in a request of its own.`;
  return new ApiError('invalid_value', message, { field: name });
}

function writeChildren(run: WriteRun, group: ChildrenPlan, parentId: number): readonly ChildOutcome[] {
  return group.entities.map((entity) =>
    run.tx.step(
      () => writeChild(run, group, { entity, parentId }),
      () => keepRun(run),
    ),
  );
}

function writeChild(
  run: WriteRun,
  { resource, parentField }: ChildrenPlan,
  { entity, parentId }: { readonly entity: unknown; readonly parentId: number },
): ChildOutcome {
  try {
    const outcome = inSavepoint(run, () => {
      const plan = planWrite({
        schema: run.schema,
        accessContext: run.accessContext,
        resource,
        verb: 'create',
        entity,
        id: null,
        parameters: new Map(),
        context: run.context,
        link: { field: parentField, id: parentId },
      });
      return writeEntity(run, plan);
    });
    return { resource, outcome };
  } catch (error) {
    if (error instanceof Missing) throw error;
    return { resource, error };
  }
}
