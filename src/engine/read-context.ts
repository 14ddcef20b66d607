// What one read is planned with: the account, the moment, and with `_since` what the caller could see since then.
import type { PlanContext } from '#plan/plan-context.ts';
import { sinceInstant } from '#plan/since-instant.ts';
import type { Resource } from '#resource/resource.ts';
import type { Tx } from '#sql/database.ts';
import { loadFormerSights } from '#sql/former-sights.ts';
import type { Engine } from './engine.ts';
import { planContext, type RequestState } from './request-state.ts';

/** Loads the context from the snapshot of the read. Rights of machines never change. */
export async function readContext(
  { deletionsKeptSeconds }: Pick<Engine, 'deletionsKeptSeconds'>,
  part: { tx: Tx; state: RequestState; resource: Resource; parameters: ReadonlyMap<string, string> },
): Promise<PlanContext> {
  const { tx, state, resource } = part;
  const context = planContext(tx, state, deletionsKeptSeconds);
  const text = part.parameters.get('_since');
  if (text === undefined || state.sight.userId === null) return context;
  const since = sinceInstant(resource, text, context);
  if (since < context.deletionsKeptSince) return context;
  return { ...context, formerSights: await loadFormerSights(tx, { sight: state.sight, since }) };
}
