// What one read is planned with: the account, the moment, and with `_since` what the caller could see since then.
import type { PlanContext } from '#plan/plan-context.ts';
import { sinceInstant } from '#plan/since-instant.ts';
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { AccountTx, Tx } from '#sql/database.ts';
import { loadAccessHistory } from '#sql/access-history.ts';
import { anyDeleted } from '#sql/deletions.ts';
import { findRows } from '#sql/store.ts';
import type { Engine } from '../engine.ts';
import { planContext, type RequestState } from '../request-state.ts';

/** Loads the context from the snapshot of the read. Rights of machines never change. */
export async function readContext(
  engine: Pick<Engine, 'deletionsKeptSeconds' | 'publicUrl' | 'schema'>,
  part: { tx: Tx; state: RequestState; resource: Resource; parameters: ReadonlyMap<string, string> },
): Promise<PlanContext> {
  const { tx, state, resource } = part;
  const { schema } = engine;
  const context = planContext(tx, state, engine);
  const text = part.parameters.get('_since');
  if (text === undefined) return context;
  const account = { tx, accountId: state.account.id };
  const since = sinceInstant(resource, text, context);
  if (since < context.deletionsKeptSince || since > context.latestSince) return context;
  const sourcesChanged = await anyChanged(account, { schema, resource, since });
  if (state.accessContext.userId === null) return { ...context, sourcesChanged };
  const accessHistory = await loadAccessHistory(tx, { accessContext: state.accessContext, since });
  return { ...context, sourcesChanged, accessHistory };
}

/** Whether rows that derived ones follow from were changed or deleted since. */
async function anyChanged(
  account: AccountTx,
  { schema, resource, since }: { schema: Schema; resource: Resource; since: number },
): Promise<boolean> {
  for (const name of resource.derivedFrom) {
    const source = schema.resources.get(name) as Resource;
    const column = source.lastChange as string;
    const comparisons = [{ column, is: '>=', value: since }] as const;
    const changed = await account.tx.unit((tx) =>
      findRows({ ...account, tx }, source, { comparisons, options: { limit: 1 } }),
    );
    if (changed.length > 0) return true;
    if (await anyDeleted(account, { resource: source, since })) return true;
  }
  return false;
}
