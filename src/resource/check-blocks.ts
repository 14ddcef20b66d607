// Whether a resource whose rows add up in blocks agrees with the resource of the blocks.
import type { Resource } from './resource.ts';

/** One sentence for each fault. */
export function checkBlocks(
  { blocks, fields, lastChange, flagView }: Resource,
  all: readonly Resource[],
): readonly string[] {
  const totals = [...fields.values()].flatMap(({ total }) => total ?? []);
  if (blocks === null) return totals.length === 0 ? [] : ['a field is a total, but there are no blocks'];
  if (lastChange === null || flagView !== null)
    return ['rows in blocks need a last change and a table of their own'];
  const ofBlocks = all.find(({ table, internal }) => internal && table === blocks.table);
  if (ofBlocks === undefined)
    return [`blocks names ${blocks.table}, which is no table of an internal resource`];
  if (!fields.has(blocks.shared)) return [`blocks share ${blocks.shared}, which is no field`];
  const wanted = [blocks.lastChange, blocks.shared, ...totals.map(({ before }) => before)];
  return wanted
    .filter((name) => !ofBlocks.fields.has(name))
    .map((name) => `blocks of ${blocks.table} have no ${name}`);
}
