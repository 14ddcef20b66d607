// A create in a flag view sets the flag of the row of the same values below, or makes it; a delete clears the flag. Who
// may is the view's to say; what a row must be is for the rules of the resource below.
import { ApiError } from '#errors/api-error.ts';
import { actionGrant } from '#access/authorize.ts';
import type { EntityPlan } from '#plan/write-plan.ts';
import { inScope } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import type { FlagView } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import { findRows } from '#sql/store.ts';
import { checkReferences } from './check-references.ts';
import { resourceBelow, valuesBelow } from '../read/viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** What a create in a view comes to below: the row that is there gets its flag, or there is a new one. */
export function planFlag(run: WriteRun, plan: EntityPlan, flagView: FlagView): EntityPlan {
  const { resource, values, grant, trusted } = plan;
  if (!inScope(grant.scope, values))
    throw new ApiError('not_allowed', `You may not create this row of ${resource.name}.`);
  if (trusted !== true) checkReferences(run, resource, values);
  const key = valuesBelow(flagView, values);
  const comparisons = Object.entries(key).map(([column, value]): Comparison => ({ column, is: '=', value }));
  const [row] = findRows(run, resourceBelow(run.schema, flagView), { comparisons });
  const flag = { [flagView.flag]: 1 };
  return row === undefined
    ? planBelow(run, flagView, { id: null, values: { ...key, ...flag } })
    : planBelow(run, flagView, { id: row['id'] as number, values: flag });
}

/** What a delete in a view comes to: the row stays below without its flag. */
export function planUnflag(run: WriteRun, flagView: FlagView, id: number): EntityPlan {
  const empty = resourceBelow(run.schema, flagView).fields.get(flagView.flag)?.default ?? null;
  return planBelow(run, flagView, { id, values: { [flagView.flag]: empty } });
}

function planBelow(
  run: WriteRun,
  flagView: FlagView,
  { id, values }: { id: number | null; values: Readonly<Record<string, Stored>> },
): EntityPlan {
  const resource = resourceBelow(run.schema, flagView);
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
