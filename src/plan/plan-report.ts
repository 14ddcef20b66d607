// What a report is asked: its own groups and sums where the client names none, and what its parameters are.
import { ApiError } from '#errors/api-error.ts';
import type { AccessContext } from '#resource/access.ts';
import type { Report } from '#resource/report.ts';
import type { Field, Resource } from '#resource/resource.ts';
import { readPolicies } from '#resource/rights.ts';
import type { Schema } from '#resource/schema.ts';
import { localText } from '#values/time-zone.ts';
import { invalidValue, parseByType } from './parse-value.ts';
import type { PlanContext } from './plan-context.ts';
import type { Filter, ReadParameters } from './read-parameters.ts';
import type { ReportQuery } from './read-plan.ts';
import { rowPoliciesPredicate, type Values } from './values.ts';

/**
 * Completes what is asked of a report: `_aggregate__` and `_group_by` mean what they do elsewhere; else every sum of each
 * group is answered, or those groups and sums that `_fields` names. Other resources are asked as they are.
 */
export function completeReport({ report, fields, name }: Resource, asked: ReadParameters): ReadParameters {
  if (report === null) return asked;
  const named = (names: readonly string[]): readonly Field[] => names.flatMap((one) => fields.get(one) ?? []);
  const sums = named(report.sums);
  for (const field of asked.groups) refuseSum(field, sums, `_group_by of ${name}`);
  for (const { field } of asked.filters) refuseSum(field, sums, `a filter of ${name}`);
  if (asked.aggregates.size > 0) return { ...asked, ...onlySums(asked, sums), fields: null };
  const chosen = asked.fields?.filter((field) => !sums.includes(field)) ?? named(report.groups);
  const added = sums.filter((field) => asked.fields?.includes(field) ?? true);
  return {
    ...asked,
    groups: asked.groups.length > 0 ? asked.groups : chosen,
    aggregates: new Map(added.map((field) => [field, 'sum'])),
    fields: null,
  };
}

function refuseSum(field: Field, sums: readonly Field[], place: string): void {
  if (!sums.includes(field)) return;
  throw new ApiError(
    'invalid_value',
    `${place} names "${field.name}", which is added up; name a field by which rows are put together.`,
    { field: field.name },
  );
}

function onlySums(
  { aggregates }: ReadParameters,
  sums: readonly Field[],
): Pick<ReadParameters, 'aggregates'> {
  for (const [field, apply] of aggregates) {
    if (sums.includes(field) && apply !== 'sum') {
      throw invalidValue(`_aggregate__${field.name}`, apply, 'sum, because a report adds it up');
    }
  }
  return { aggregates };
}

interface ReportPlanning {
  readonly values: Values;
  readonly context: PlanContext;
  readonly accessContext: AccessContext;
  readonly schema: Schema;
}

/** The parameters of a report as values, and the filters that are left; `null`: the resource is none. */
export function reportQuery(
  { report, fields }: Resource,
  asked: ReadParameters,
  { values, context, accessContext, schema }: ReportPlanning,
): { readonly report: ReportQuery | null; readonly filters: readonly Filter[] } {
  if (report === null) return { report: null, filters: asked.filters };
  const isParameter = ({ field }: Filter): boolean => field.name in report.parameters;
  const sent = asked.filters.filter(isParameter);
  const asks = Object.keys(report.parameters).map((name) => {
    const filter = sent.find(({ field }) => field.name === name);
    return [
      name,
      filter === undefined ? unsent(report, name, context) : parameterValue(filter, context),
    ] as const;
  });
  refuseBackwards(report, new Map(asks));
  const parameters = asks.map(([name, value]) => [name, values.add(value)] as const);
  const used = [...asked.groups, ...asked.aggregates.keys(), ...asked.filters.map(({ field }) => field)];
  const uses = [...fields.keys()].filter((name) => used.some((field) => field.name === name));
  const tellsOf = schema.resources.get(report.tellsOf ?? '') ?? null;
  const tells = tellsOf === null ? null : rowPoliciesPredicate(readPolicies(accessContext, tellsOf), values);
  return {
    report: { of: report.of, parameters: Object.fromEntries(parameters), uses, tells, tellsOf },
    filters: asked.filters.filter((filter) => !isParameter(filter)),
  };
}

/** Dates compare as text. */
function refuseBackwards({ period }: Report, asks: ReadonlyMap<string, unknown>): void {
  if (period === undefined) return;
  const [from, to] = period;
  const [first, last] = [String(asks.get(from)), String(asks.get(to))];
  if (first <= last) return;
  const message = `${from} is ${first} and ${to} ${last}; the period must not end before it begins.`;
  throw new ApiError('contradiction', message, { field: from, data: { [from]: first, [to]: last } });
}

function unsent({ parameters }: Report, name: string, { now, serverTimeZone }: PlanContext): string {
  return parameters[name]?.(localText(now, serverTimeZone).slice(0, 10)) ?? '';
}

function parameterValue({ field, operator, value }: Filter, context: PlanContext): unknown {
  if (operator !== 'eq')
    throw invalidValue(`_op__${field.name}`, operator, 'left out: the report needs one value');
  if (value === '') throw invalidValue(field.name, value, `a ${field.type.name}, or left out`);
  return parseByType(field, value, context);
}
