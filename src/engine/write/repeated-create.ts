// A create that is sent again means the row that the first one made: by the values of its idempotent fields, or by the
// header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
import { createHash } from 'node:crypto';
import { ApiError } from '#errors/api-error.ts';
import { isEmpty } from '#plan/parse-value.ts';
import type { CreateKey, EntityPlan } from '#plan/write-plan.ts';
import { actingUser } from '#resource/access.ts';
import { emptyRow } from '#resource/empty-row.ts';
import type { Row } from '#resource/rule.ts';
import { madeWith } from '#sql/create-keys.ts';
import { findRows } from '#sql/store.ts';
import { mayRead } from '../read/readable-row.ts';
import { knownRow } from './identity-map.ts';
import type { WriteRun } from './write-run.ts';

/** A create that repeats the values of the idempotent fields means the row that has them. */
export function rowOfSameValues(run: WriteRun, { resource, values }: EntityPlan): number | undefined {
  const fields = resource.idempotent;
  if (fields === null || fields.some((name) => isEmpty(values[name]))) return undefined;
  const comparisons = fields.map((column) => ({ column, is: '=' as const, value: values[column] ?? null }));
  const [row] = findRows(run, resource, { comparisons });
  return row !== undefined && mayRead(run.accessContext, resource, row) ? (row['id'] as number) : undefined;
}

/**
 * The key of one entity. It is the caller's own, and holds for one resource and place in the batch. The content is hashed with
 * it, so that what was sent cannot be guessed at without the key; secrets are left out all the same.
 */
export function keyOf(
  { accessContext }: Pick<WriteRun, 'accessContext'>,
  { plan, key, place }: { readonly plan: EntityPlan; readonly key: string; readonly place: number },
): CreateKey {
  const { resource, values, extra, parameters, children, pendingChild, content } = plan;
  const { kind, userId, clientId } = accessContext;
  const who = [kind, userId ?? clientId, actingUser(accessContext)];
  const isTold = ([name]: readonly [string, unknown]): boolean => resource.fields.get(name)?.secret !== true;
  const sent = [
    ...[values, extra, parameters, pendingChild?.values ?? {}].map((part) =>
      Object.entries(part)
        .filter(isTold)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    children.map(({ resource: child, entities }) => [child.name, entities]),
    content?.sha256 ?? null,
  ];
  const hash = hashOf([who, resource.name, place, key]);
  return { hash, contentHash: hashOf([hash, key, sent]) };
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** What the first create with the key made; `unwritten`: what it sent, where something else was written than a row. */
export type Made = { readonly id: number } | { readonly id: null; readonly unwritten: Row };

/** Throws `key_reused` when the first create sent something else, and `row_deleted` when its row is gone. */
export function madeBefore(run: WriteRun, { resource, values, key }: EntityPlan): Made | undefined {
  if (key === undefined) return undefined;
  const made = madeWith(run, key.hash);
  if (made === undefined) return undefined;
  const { id, contentHash } = made;
  const data = { id };
  if (contentHash !== key.contentHash) {
    const message = `The Idempotency-Key came before with other values, which made ${id === null ? 'something else than a row' : `the row ${id}`} of ${resource.name}; send new values with a new key.`;
    throw new ApiError('key_reused', message, { data });
  }
  if (id === null) return { id, unwritten: { ...emptyRow(resource), ...values, ...resource.fixed } };
  if (knownRow(run, resource, id) !== undefined) return { id };
  const message = `The row ${id} of ${resource.name}, which was made with this Idempotency-Key, has been deleted since; send a new key to make another one.`;
  throw new ApiError('row_deleted', message, { data });
}
