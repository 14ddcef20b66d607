// PLAN of a read: parameters + grant + schema → ReadPlan. Every field named anywhere is checked against the grant.
import { readGrant } from '#access/authorize.ts';
import type { ReadGrant } from '#access/grant.ts';
import { ApiError } from '#errors/api-error.ts';
import { sees, type FieldVisibility } from '#resource/access.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { invalidValue } from './parse-value.ts';
import { previousAccess, planLost, shownDifferently } from './previous-access.ts';
import { impliedBy } from './implied-conditions.ts';
import { isNarrow } from './is-narrow.ts';
import { planFilter } from './plan-filter.ts';
import type { PlanContext } from './plan-context.ts';
import { planNested } from './plan-nested.ts';
import { completeReport, reportQuery } from './plan-report.ts';
import { noLimit, readParameters, type ReadParameters } from './read-parameters.ts';
import type {
  AggregatePlan,
  PreviousAccess,
  OrderTerm,
  Predicate,
  ReadPlan,
  ResolvePlan,
  RowPolicyPlan,
} from './read-plan.ts';
import { sinceInstant } from './since-instant.ts';
import { anyOf, collectValues, scopePredicate, rowPoliciesPredicate, type Values } from './values.ts';

/** A read as asked for. */
export interface ReadInput {
  readonly schema: Schema;
  readonly grant: ReadGrant;
  readonly context: PlanContext;
  readonly named: string | null;
  readonly id: string | null;
  readonly parameters: ReadonlyMap<string, string>;
  /** Most rows where the client names no limit. */
  readonly defaultLimit?: number | undefined;
}

/** Beyond these, comparing with each costs more than a complete answer. */
const mostPreviousAccess = 20;

/** Plans a read; throws what decisions §2 says of unknown, invalid and hidden parameters. */
export function planRead(input: ReadInput): ReadPlan {
  const { grant, context, schema } = input;
  const { resource } = grant;
  const asked = completeReport(resource, readParameters(resource, withId(input), input.defaultLimit));
  // One row more than the page tells whether others follow.
  const limit = Math.min(asked.limit + 1, noLimit);
  const values = collectValues([grant.accessContext.accountId, context.now, limit, asked.offset]);
  const { report, filters } = reportQuery(resource, asked, {
    values,
    context,
    schema,
    accessContext: grant.accessContext,
  });
  const where: Predicate[] = namedTerms(input, asked, values);
  const since = asked.since === null ? null : sinceInstant(resource, asked.since, context);
  const former = since === null ? [] : previousAccess(grant, context.accessHistory);
  const fullResync = since !== null && isTooFarBack(resource, { since, former, context });
  for (const filter of filters) {
    restrictTo(filter.field, grant, { values, where });
    where.push(planFilter(filter, values, context), ...impliedBy(resource, filter, { values, context }));
  }
  if (since !== null && !fullResync) {
    where.push(sincePredicate(grant, { since, former, values }));
  }
  const aggregate = planAggregate(asked, grant, { values, where });
  return {
    kind: 'read',
    resource,
    grant,
    where,
    narrow: (since !== null && !fullResync) || asked.filters.some((filter) => isNarrow(filter, context)),
    order: planOrder(asked, { grant, values, aggregate }),
    rowPolicies: planRowPolicies(grant, asked.fields, values),
    aggregate,
    resolve: planResolve(asked, grant, schema),
    nested: asked.nested === null ? [] : planNested(asked.nested, grant, schema),
    whole: asked.fields === null,
    deletedSince: asked.fetchDeleted ? since : null,
    former: fullResync ? [] : former,
    lost: asked.fetchDeleted && !fullResync ? planLost(grant, former, context) : null,
    fullResync,
    limit: asked.limit,
    offset: asked.offset,
    count: asked.count,
    source: resource.storage === 'derived' ? values.add(null) : null,
    report,
    values: values.list,
  };
}

/** Whether what has happened since cannot be told: it is forgotten, lies ahead, or costs more than a complete answer. */
function isTooFarBack(
  { storage }: Resource,
  part: { since: number; former: readonly PreviousAccess[]; context: PlanContext },
): boolean {
  const { since, former, context } = part;
  if (since < context.deletionsKeptSince || since > context.latestSince) return true;
  if (former.length > mostPreviousAccess) return true;
  return storage === 'derived' && context.sourcesChanged;
}

/** The address names a row by its id, or by the one field that stands for it. */
function withId({ id, parameters, grant }: ReadInput): ReadonlyMap<string, string> {
  if (id === null) return parameters;
  const { pair } = grant.resource;
  const key = pair?.length === 1 ? (pair[0] as string) : 'id';
  const operator = parameters.get(`_op__${key}`);
  if (operator !== undefined && operator !== 'eq') {
    const message = `The address names the row with ${key} ${id}; leave _op__${key} out.`;
    throw new ApiError('contradiction', message, { field: key });
  }
  const other = parameters.get(key);
  if (other !== undefined && other !== id) {
    const message = `The address names ${key} ${id}, the parameter ${key} is ${other}; give one.`;
    throw new ApiError('contradiction', message, { field: key });
  }
  return new Map([...parameters, [key, id]]);
}

/** Rows that were changed since, or of which the caller sees something else than they did since. */
function sincePredicate(
  grant: ReadGrant,
  { since, former, values }: { since: number; former: readonly PreviousAccess[]; values: Values },
): Predicate {
  const column = grant.resource.lastChange ?? 'id';
  const changed: Predicate = { op: 'compare', column, is: '>=', value: values.add(since) };
  return anyOf([changed, ...shownDifferently(grant, former, values)]);
}

function namedTerms({ grant, named }: ReadInput, asked: ReadParameters, values: Values): Predicate[] {
  const filtered = new Set(asked.filters.map(({ field }) => field.name));
  const terms =
    named === null ? undefined : grant.resource.namedReads[named]?.(grant.accessContext, filtered);
  const predicate = terms === undefined ? null : scopePredicate([terms], values);
  return predicate === null ? [] : [predicate];
}

/** Whether rows may be found by the field. Rows that hide it are not found then, and fields of one's own person never. */
export function isUsable(field: Field, { rowPolicies }: ReadGrant): boolean {
  const seeing = rowPolicies.filter((rowPolicy) => sees(rowPolicy.level, field.level));
  return seeing.length === rowPolicies.length || seeing.some((rowPolicy) => findsBy(rowPolicy.level));
}

/** The condition under which a row shows the field; `null`: always. Throws `field_not_allowed`. */
function visibility(field: Field, grant: ReadGrant, values: Values): Predicate | null {
  const seeing = grant.rowPolicies.filter((rowPolicy) => sees(rowPolicy.level, field.level));
  if (seeing.length === grant.rowPolicies.length) return null;
  if (!isUsable(field, grant)) {
    throw new ApiError(
      'field_not_allowed',
      `You may not use the field ${field.name} of ${grant.resource.name}.`,
      { field: field.name },
    );
  }
  return rowPoliciesPredicate(seeing, values);
}

function findsBy(level: FieldVisibility): boolean {
  return level === 'own' || level === 'manager' || level === 'administrator';
}

function restrictTo(field: Field, grant: ReadGrant, plan: { values: Values; where: Predicate[] }): void {
  const condition = visibility(field, grant, plan.values);
  if (condition !== null) plan.where.push(condition);
}

function planRowPolicies(
  grant: ReadGrant,
  chosen: readonly Field[] | null,
  values: Values,
): readonly RowPolicyPlan[] {
  const readable = [...grant.resource.fields.values()].filter((field) => field.read !== '-' && field.stored);
  for (const field of chosen ?? []) {
    if (grant.rowPolicies.some((rowPolicy) => sees(rowPolicy.level, field.level))) continue;
    throw new ApiError(
      'field_not_allowed',
      `You may not see the field ${field.name} of ${grant.resource.name}.`,
      { field: field.name },
    );
  }
  return grant.rowPolicies.map((rowPolicy) => ({
    level: rowPolicy.level,
    where: scopePredicate(rowPolicy.scope, values),
    fields: (chosen ?? readable).filter((field) => sees(rowPolicy.level, field.level)),
  }));
}

function planAggregate(
  asked: ReadParameters,
  grant: ReadGrant,
  plan: { values: Values; where: Predicate[] },
): AggregatePlan | null {
  if (asked.aggregates.size === 0 && asked.groups.length === 0) return null;
  for (const field of [...asked.aggregates.keys(), ...asked.groups]) restrictTo(field, grant, plan);
  const functions = [...asked.aggregates].map(([field, apply]) => ({ field, apply }));
  const twice = functions.find(({ field }) => asked.groups.includes(field));
  if (twice !== undefined) {
    throw new ApiError('contradiction', `${twice.field.name} is grouped by and aggregated; choose one.`, {
      field: twice.field.name,
    });
  }
  return { functions, groups: asked.groups };
}

function planOrder(
  { orderBy, descending }: ReadParameters,
  { grant, values, aggregate }: { grant: ReadGrant; values: Values; aggregate: AggregatePlan | null },
): readonly OrderTerm[] {
  if (aggregate !== null) return aggregateOrder(orderBy, descending, aggregate);
  const { listOrder, fields } = grant.resource;
  const field = orderBy ?? fields.get(listOrder?.field ?? '');
  if (field === undefined) return [];
  const downwards = orderBy === null ? listOrder?.descending === true : descending;
  return [{ field, descending: downwards, only: visibility(field, grant, values) }];
}

function aggregateOrder(
  orderBy: Field | null,
  descending: boolean,
  aggregate: AggregatePlan,
): readonly OrderTerm[] {
  const columns = [...aggregate.groups, ...aggregate.functions.map(({ field }) => field)];
  if (orderBy !== null && !columns.includes(orderBy)) {
    throw invalidValue(
      '_order_by',
      orderBy.name,
      `one of the answer's columns ${columns.map(({ name }) => name).join(', ')}`,
    );
  }
  const rest = aggregate.groups.filter((field) => field !== orderBy);
  const first = orderBy === null ? [] : [{ field: orderBy, descending, only: null }];
  return [
    ...first,
    ...rest.map((field) => ({ field, descending: orderBy === null && descending, only: null })),
  ];
}

function planResolve({ resolve }: ReadParameters, grant: ReadGrant, schema: Schema): readonly ResolvePlan[] {
  return resolve.map((field) => {
    const targets = field.relation === undefined ? [] : schema.targets(field.relation);
    if (targets.length === 0) {
      throw new ApiError(
        'unknown_parameter',
        `_resolve names "${field.name}", which holds no id of another resource.`,
        { field: field.name },
      );
    }
    if (!grant.rowPolicies.some((rowPolicy) => sees(rowPolicy.level, field.level))) {
      throw new ApiError(
        'field_not_allowed',
        `You may not see the field ${field.name} of ${grant.resource.name}.`,
        { field: field.name },
      );
    }
    const grants = targets.flatMap((target) => readGrant(grant.accessContext, target) ?? []);
    return { field, as: resolvedName(field.name, grant.resource), grants };
  });
}

/**
 * `department_id` → `department`; a relation without `_id`, or with a field of the shorter name beside it, gets `_object`
 * behind its name, so that both can stand.
 */
export function resolvedName(name: string, { fields }: Pick<Resource, 'fields'>): string {
  const short = name.replace(/_id$/, '');
  return fields.has(short) ? `${name}_object` : short;
}
