// What rules are told of a create or update.
import type { EntityPlan } from '#plan/write-plan.ts';
import type { Change } from '#resource/rule.ts';
import type { WriteRun } from './write-run.ts';

/** The change that writes these rows. */
export function changeOf(
  run: Pick<WriteRun, 'accessContext' | 'tx' | 'remoteAddress'>,
  plan: EntityPlan,
  rows: Pick<Change, 'before' | 'after' | 'secrets'>,
): Change {
  return {
    verb: plan.verb,
    resource: plan.resource.name,
    accessContext: run.accessContext,
    ...rows,
    given: new Set([...Object.keys(plan.values), ...Object.keys(plan.extra)]),
    proven: plan.proven ?? null,
    content: plan.content ?? null,
    trusted: plan.trusted === true,
    extra: plan.extra,
    parameters: plan.parameters,
    now: run.tx.now,
    remoteAddress: run.remoteAddress,
  };
}
