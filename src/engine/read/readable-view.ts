// A view of the account that shows what a caller may read: other rows are not there, other fields are empty.
import { inScope, sees, type AccessContext } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import { readPolicies } from '#resource/rights.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { Schema } from '#resource/schema.ts';
import { resourceNamed } from '../write/account-view.ts';

/** What a caller may read of `view`: rows and fields, not counts and settings. */
export function readableView(
  view: ReadView,
  { accessContext, schema }: { readonly accessContext: AccessContext; readonly schema: Schema },
): Pick<ReadView, 'get' | 'find'> {
  const readable = (name: string, rows: readonly Row[]): readonly Row[] =>
    readableRows(accessContext, resourceNamed(schema, name), rows);
  return {
    get: ((name: string, id: number) => {
      const row = view.get(name as 'users', id) as Row | undefined;
      return row === undefined ? undefined : readable(name, [row])[0];
    }) as ReadView['get'],
    find: ((name: string, ...asked: [never, never]) =>
      readable(name, view.find(name as 'users', ...asked))) as unknown as ReadView['find'],
  };
}

function readableRows(
  accessContext: AccessContext,
  resource: Resource,
  rows: readonly Row[],
): readonly Row[] {
  const rowPolicies = readPolicies(accessContext, resource);
  const fields = [...resource.fields.values()];
  return rows.flatMap((row) => {
    const rowPolicy = rowPolicies.find(({ scope }) => inScope(scope, row));
    if (rowPolicy === undefined) return [];
    const hidden = fields.filter(({ level }) => !sees(rowPolicy.level, level));
    return [
      hidden.length === 0 ? row : { ...row, ...Object.fromEntries(hidden.map(({ name }) => [name, null])) },
    ];
  });
}
