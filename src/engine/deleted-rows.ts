// `Deleted` of a delta answer: what the caller knows and may read no more, because it is gone or out of their sight.
import type { ReadPlan } from '#plan/read-plan.ts';
import { inScope } from '#resource/access.ts';
import type { Document } from '#response/document.ts';
import type { AccountTx } from '#sql/database.ts';
import { readLost } from '#sql/execute-read.ts';
import { rowsById } from '#sql/relations.ts';
import { readDeletions, type Deletion } from '#sql/deletions.ts';
import { localText } from '#values/time-zone.ts';
import { tierOf } from './render-rows.ts';

/** The rows to report, each once, in the order in which they vanished. */
export async function deletedRows(
  account: AccountTx,
  { plan, since, serverTimeZone }: { plan: ReadPlan; since: number; serverTimeZone: string },
): Promise<readonly Document[]> {
  const gone = await goneRows(account, plan, since);
  const lost = plan.lost === null ? [] : await readLost(account.tx, plan.lost);
  const latest = new Map<number, Deletion>();
  for (const one of [...gone, ...lost]) {
    if ((latest.get(one.rowId)?.deletedAt ?? -Infinity) <= one.deletedAt) latest.set(one.rowId, one);
  }
  const ordered = [...latest.values()].sort((a, b) => a.deletedAt - b.deletedAt);
  return ordered.map(({ rowId, deletedAt, scopeRow }) => ({
    id: rowId,
    ...Object.fromEntries((plan.resource.pair ?? []).map((name) => [name, scopeRow[name] ?? null])),
    deleted_at: localText(deletedAt, serverTimeZone),
  }));
}

/** Recorded deletions and departures that the caller could see; not those of rows that they may read (again). */
async function goneRows(account: AccountTx, plan: ReadPlan, since: number): Promise<readonly Deletion[]> {
  const { resource, grant } = plan;
  const tiers = [grant, ...plan.former].flatMap((one) => one.tiers);
  const recorded = await readDeletions(account, { resource, since });
  const known = recorded.filter(({ scopeRow }) => tiers.some((tier) => inScope(tier.scope, scopeRow)));
  const ids = [...new Set(known.map(({ rowId }) => rowId))];
  const rows = await rowsById(account, { resource, ids });
  const readable = new Set(rows.filter((row) => tierOf(grant, row) !== undefined).map((row) => row['id']));
  return known.filter(({ rowId }) => !readable.has(rowId));
}
