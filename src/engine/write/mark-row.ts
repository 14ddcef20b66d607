// Creating in a view marks the row of the same values below, or makes it; deleting takes the mark away. Who may is the
// view's to say; what a row must be is for the rules of the resource below.
import { ApiError } from '#errors/api-error.ts';
import { actionGrant } from '#access/authorize.ts';
import type { EntityPlan } from '#plan/write-plan.ts';
import { inScope } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import type { ViewOf } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import { findRows } from '#sql/store.ts';
import { checkReferences } from './check-references.ts';
import { resourceBelow, valuesBelow } from '../read/viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** What a create in a view comes to below: the row that is there gets its mark, or there is a new one. */
export function planMark(run: WriteRun, plan: EntityPlan, viewOf: ViewOf): EntityPlan {
  const { resource, values, grant, trusted } = plan;
  if (!inScope(grant.scope, values))
    throw new ApiError('not_allowed', `You may not create this row of ${resource.name}.`);
  if (trusted !== true) checkReferences(run, resource, values);
  const key = valuesBelow(viewOf, values);
  const comparisons = Object.entries(key).map(([column, value]): Comparison => ({ column, is: '=', value }));
  const [row] = findRows(run, resourceBelow(run.schema, viewOf), { comparisons });
  const mark = { [viewOf.mark]: 1 };
  return row === undefined
    ? planBelow(run, viewOf, { id: null, values: { ...key, ...mark } })
    : planBelow(run, viewOf, { id: row['id'] as number, values: mark });
}

/** What a delete in a view comes to: the row stays below without its mark. */
export function planUnmark(run: WriteRun, viewOf: ViewOf, id: number): EntityPlan {
  const empty = resourceBelow(run.schema, viewOf).fields.get(viewOf.mark)?.default ?? null;
  return planBelow(run, viewOf, { id, values: { [viewOf.mark]: empty } });
}

function planBelow(
  run: WriteRun,
  viewOf: ViewOf,
  { id, values }: { id: number | null; values: Readonly<Record<string, Stored>> },
): EntityPlan {
  const resource = resourceBelow(run.schema, viewOf);
  const verb = id === null ? 'create' : 'update';
  const grant = actionGrant(run.accessContext, resource, verb);
  return {
    verb,
    resource,
    grant,
    id,
    values,
    extra: {},
    echoed: [],
    returned: {},
    parameters: {},
    children: [],
    trusted: true,
  };
}
