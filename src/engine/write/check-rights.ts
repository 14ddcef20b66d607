// Whether a caller may do what they ask of a row: see it, write it, and set these fields of it.
import { maySet, readGrant } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { isEmpty, parseForStorage } from '#plan/parse-value.ts';
import { notWritable, planWrite } from '#plan/plan-write.ts';
import type { EntityPlan } from '#plan/write-plan.ts';
import type { RawEntity, WriteRequest } from '#request/api-request.ts';
import { inScope, sees, type FieldVisibility } from '#resource/access.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Row } from '#resource/rule.ts';
import { checkReferences } from './check-references.ts';
import { knownRow } from './identity-map.ts';
import { noSuchRow } from '../read/readable-row.ts';
import { rowPolicyOf } from '../read/render-rows.ts';
import { ownResource } from '../request-state.ts';
import type { WriteRun } from './write-run.ts';

/** A write that rights allow: its plan and the row as it stands, `null` on create. */
export interface AllowedWrite {
  readonly plan: EntityPlan;
  readonly before: Row | null;
}

/** Throws what the write of a top-level entity will be refused with, as far as rights decide it. Writes nothing. */
export function checkRights(run: WriteRun, request: WriteRequest, entity: RawEntity): AllowedWrite {
  const { id, parameters, batch } = request;
  const { schema, accessContext, context } = run;
  const resource = ownResource(schema, request.resource);
  const verb = request.kind;
  const plan = planWrite({
    schema,
    accessContext,
    resource,
    verb,
    entity,
    id,
    parameters,
    context,
    batch,
    link: null,
  });
  if (verb === 'create') {
    const row = { ...emptyRow(resource), ...plan.values };
    refuseForeignRow(plan, row, { complete: false });
    return { plan, before: null };
  }
  const before = knownRow(run, resource, plan.id as number);
  if (before === undefined) throw noSuchRow(resource, plan.id as number);
  checkUpdate(run, plan, before);
  return { plan, before };
}

/** What a caller must be allowed to do what they ask of a row. */
export function checkUpdate(run: WriteRun, plan: EntityPlan, before: Row): void {
  const { resource } = plan;
  const grant = readGrant(run.accessContext, resource);
  const level = grant === null ? undefined : rowPolicyOf(grant, before)?.level;
  if (level === undefined) throw noSuchRow(resource, plan.id as number);
  refuseForeignRow(plan, before, { complete: true });
  refuseUnseenFields(plan, level);
  refuseForeignFields(plan, before);
  refuseChangedEcho(run, plan, { before, level });
  checkReferences(run, resource, plan.values, before);
}

/** Before the rules, columns that they are still to derive count as fine; afterwards nothing does. */
export function refuseForeignRow(
  { grant, resource, verb }: EntityPlan,
  row: Row,
  { complete }: { complete: boolean },
): void {
  if (inScope(grant.scope, row)) return;
  const underived = grant.scope === 'all' || grant.scope.flat().some(({ column }) => row[column] === null);
  if (!complete && underived) return;
  throw new ApiError('not_allowed', `You may not ${verb} this row of ${resource.name}.`);
}

/** Fields that the caller may set on other rows, but not on this one; sent back unchanged they do no harm. */
export function refuseForeignFields({ grant, resource, values, extra, verb }: EntityPlan, row: Row): void {
  if (grant.rowPolicies.length === 1) return;
  for (const name of [...Object.keys(values), ...Object.keys(extra)]) {
    if (maySet(grant, name, row) || (verb === 'update' && values[name] === row[name])) continue;
    throw notWritable(resource, name);
  }
}

/** Whether a value is that of a field that the caller does not see could be told by what becomes of it: it is refused. */
function refuseUnseenFields({ resource, values }: EntityPlan, level: FieldVisibility): void {
  for (const name of Object.keys(values)) {
    const field = resource.fields.get(name);
    const unseen = field !== undefined && field.read !== '-' && !sees(level, field.level);
    if (unseen) throw notWritable(resource, name);
  }
}

/** A field sent back is compared with what the caller sees; what they do not see is refused whatever it is. */
function refuseChangedEcho(
  run: WriteRun,
  { echoed }: EntityPlan,
  { before, level }: { before: Row; level: FieldVisibility },
): void {
  for (const { field, value, refusal } of echoed) {
    if (!sees(level, field.level)) throw refusal;
    if (field.elapsed !== undefined && before[field.elapsed.column] === null) continue;
    const stored = before[field.name] ?? null;
    const same = isEmpty(value)
      ? isEmpty(stored)
      : stored === parsedIfPossible(() => parseForStorage(field, value, run.context));
    if (!same) throw refusal;
  }
}

/** What cannot be stored is equal to nothing that is. */
function parsedIfPossible(parse: () => Stored): Stored | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
