// A flag view shows the flagged rows of another resource under names of its own; this file knows both shapes of a row.
import type { Stored } from '#resource/field-type.ts';
import type { Resource, FlagView } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import { recordGone } from '#sql/deletions.ts';
import type { WriteRun } from '../write/write-run.ts';

/** The resource whose rows a view shows. */
export function resourceBelow(schema: Schema, { resource }: FlagView): Resource {
  const below = schema.resources.get(resource);
  if (below === undefined) throw new Error(`no resource is named ${resource}`);
  return below;
}

/** A row of the resource below as the view names its columns; `undefined` when it does not belong to the view. */
export function viewedRow({ fields }: Resource, flagView: FlagView, row: Row): Row | undefined {
  if (Number(row[flagView.flag] ?? 0) === 0) return undefined;
  const named = [...fields.keys()].map(
    (name) => [name, row[flagView.columns[name] ?? name] ?? null] as const,
  );
  return { ...Object.fromEntries(named), row_revision: row['row_revision'] ?? null };
}

/** Values of fields of the view under the names that their columns have below. */
export function valuesBelow({ columns }: FlagView, values: Row): Record<string, Stored> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [columns[name] ?? name, value]));
}

/** Records in which views a changed row is no longer where it was; `after` is `null` when it is deleted. */
export function recordGoneFromViews(
  run: WriteRun,
  resource: Resource,
  { before, after }: { before: Row; after: Row | null },
): void {
  for (const view of run.schema.viewsOf(resource)) {
    const flagView = view.flagView as FlagView;
    const row = viewedRow(view, flagView, before);
    if (row === undefined) continue;
    const left = after === null ? undefined : viewedRow(view, flagView, after);
    const scopeColumns = run.schema.scopeColumns(view);
    const stays = left !== undefined && scopeColumns.every((name) => left[name] === row[name]);
    if (!stays) recordGone(run, view, { row, scopeColumns });
  }
}
