// Rows that lie below each other: each path leads from the top through the row above, and so never in a circle.
import type { Resource } from '#resource/resource.ts';
import { misfit, type RowCheck } from './row-check.ts';

/** Keeps the path of every row until the end, when all of them are known. */
export function checkTree(table: string, { mother, path }: NonNullable<Resource['tree']>): RowCheck {
  const found = new Map<number, { readonly mother: number | null; readonly path: string }>();
  return {
    row(row) {
      found.set(row['id'] as number, { mother: row[mother] as number | null, path: String(row[path]) });
    },
    end() {
      for (const [id, here] of found) {
        const above = here.mother === null ? '' : `${found.get(here.mother)?.path ?? '?'}/`;
        const row = { id, [path]: here.path };
        if (here.path !== `${above}${id}`) throw misfit({ table, row, column: path }, `${above}${id}`);
      }
    },
  };
}
