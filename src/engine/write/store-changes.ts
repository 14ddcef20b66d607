// Writes the changed columns of a row: the one way in which requests and rules alter a row that exists.
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { recordGone } from '#sql/deletions.ts';
import { updateRow } from '#sql/update-row.ts';
import { noteRow } from './identity-map.ts';
import { recordGoneFromViews } from '../read/viewed-rows.ts';
import type { WriteRun } from './write-run.ts';

/** Changes columns that differ. A row whose readers may change is recorded as gone from where it was (decisions §5). */
export function storeChanges(
  run: WriteRun,
  resource: Resource,
  { before, changes }: { before: Row; changes: Row },
): void {
  const row = updateRow(run, resource, { before, changes });
  noteRow(run, resource, { id: before['id'] as number, row });
  recordGoneFromViews(run, resource, { before, after: row });
  const scopeColumns = run.schema.scopeColumns(resource);
  if (!scopeColumns.some((name) => name in changes)) return;
  recordGone(run, resource, { row: before, scopeColumns });
}
