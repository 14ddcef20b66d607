// Written rows as their writer may see them, read back before the transaction ends.
import { readGrant } from '#access/authorize.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Document } from '#response/document.ts';
import { localText } from '#values/time-zone.ts';
import { knownRow } from './identity-map.ts';
import { visibilityRenderer, rowPolicyOf, withElapsed } from '../read/render-rows.ts';
import type { WriteRun } from './write-run.ts';

/** The row as its writer may see it; none when they may not, or when it is gone. */
export function shownRow(run: WriteRun, resource: Resource, id: number): readonly Document[] {
  const row = knownRow(run, resource, id);
  return row === undefined ? [] : shownAs(run, resource, row);
}

/** A row, stored or not, as its writer may see it. */
export function shownAs(run: WriteRun, resource: Resource, row: Row): readonly Document[] {
  const grant = readGrant(run.accessContext, resource);
  const rowPolicy = grant === null ? undefined : rowPolicyOf(grant, row);
  if (rowPolicy === undefined) return [];
  return [visibilityRenderer(resource, rowPolicy.level)(withElapsed(resource, row, run.tx.now), run.context)];
}

/** Rows that the run altered beside its own, for `Affected`; `null`: none. */
export function affectedRows(run: WriteRun): Document | null {
  if (run.affected.size === 0) return null;
  const shown: Record<string, readonly Document[]> = {};
  for (const [name, ids] of run.affected) {
    const resource = run.schema.resources.get(name) as Resource;
    const rows: Document[] = [];
    for (const id of ids) rows.push(...affectedRow(run, resource, id));
    shown[name] = rows;
  }
  return shown;
}

/** The row as it stands now; one that had to go entirely is listed as in `Deleted`. */
function affectedRow(run: WriteRun, resource: Resource, id: number): readonly Document[] {
  if (knownRow(run, resource, id) !== undefined) return shownRow(run, resource, id);
  return [{ id, deleted_at: localText(run.tx.stamp, run.context.serverTimeZone) }];
}
