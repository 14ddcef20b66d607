// What a caller could read before their rights changed: conditions for rows that look different now, or are lost.
// Decisions §5: a delta client converges when what it may see changes, though the rows keep their stamps.
import { readGrant } from '#access/authorize.ts';
import type { ReadGrant } from '#access/grant.ts';
import { sees, type RowPolicy } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { AccessHistoryEntry } from './plan-context.ts';
import type { PreviousAccess, LostRows, Predicate } from './read-plan.ts';
import { allOf, anyOf, collectValues, scopePredicate, rowPoliciesPredicate, type Values } from './values.ts';

/** Previous access, as row policies that differ from today's and from each other; the latest come first. */
export function previousAccess(
  grant: ReadGrant,
  accessContexts: readonly AccessHistoryEntry[],
): readonly PreviousAccess[] {
  const { resource } = grant;
  const seen = new Set([keyOf(resource, grant.rowPolicies)]);
  const found: PreviousAccess[] = [];
  for (const { accessContext, until } of [...accessContexts].sort((a, b) => b.until - a.until)) {
    const rowPolicies = readGrant(accessContext, resource)?.rowPolicies ?? [];
    const key = keyOf(resource, rowPolicies);
    if (seen.has(key)) continue;
    seen.add(key);
    found.push({ rowPolicies, until });
  }
  return found;
}

/** For each entry of previous access: rows that do not show now what they showed then. */
export function shownDifferently(
  grant: ReadGrant,
  former: readonly PreviousAccess[],
  values: Values,
): readonly Predicate[] {
  const now = former.length === 0 ? [] : firstFits(grant.resource, grant.rowPolicies, values);
  return former.map(({ rowPolicies }) => {
    const then = firstFits(grant.resource, rowPolicies, values);
    const alike = now.flatMap((one) =>
      then.filter((other) => other.shown === one.shown).map((other) => allOf([one.where, other.where])),
    );
    return { op: 'not', term: anyOf(alike) };
  });
}

/** Rows that could be read with one entry of previous access and cannot be now; `null`: there can be none. */
export function planLost(
  grant: ReadGrant,
  former: readonly PreviousAccess[],
  { now }: { now: number },
): LostRows | null {
  const values = collectValues([grant.accessContext.accountId, now, Number.MAX_SAFE_INTEGER, 0]);
  const present = rowPoliciesPredicate(grant.rowPolicies, values);
  const readable = former.filter(({ rowPolicies }) => rowPolicies.length > 0);
  if (present === null || readable.length === 0) return null;
  const rowPolicies = readable.map((one) => ({
    level: 'public' as const,
    where: rowPoliciesPredicate(one.rowPolicies, values),
    fields: [],
  }));
  return {
    query: {
      resource: grant.resource,
      where: [{ op: 'not', term: present }],
      narrow: false,
      source: null,
      report: null,
      order: [],
      rowPolicies,
      values: values.list,
    },
    until: readable.map(({ until }) => until),
  };
}

/** Each row policy with what it shows and the condition that it is the first that fits. */
function firstFits(
  resource: Resource,
  rowPolicies: readonly RowPolicy[],
  values: Values,
): readonly { readonly shown: string; readonly where: Predicate }[] {
  const scopes = rowPolicies.map(
    (rowPolicy): Predicate => scopePredicate(rowPolicy.scope, values) ?? allOf([]),
  );
  return rowPolicies.map((rowPolicy, index) => ({
    shown: shownAt(resource, rowPolicy),
    where: allOf([
      scopes[index] as Predicate,
      ...scopes.slice(0, index).map((term): Predicate => ({ op: 'not', term })),
    ]),
  }));
}

function keyOf(resource: Resource, rowPolicies: readonly RowPolicy[]): string {
  return JSON.stringify(rowPolicies.map((rowPolicy) => [shownAt(resource, rowPolicy), rowPolicy.scope]));
}

/** Field visibilities that show the same fields of a resource are the same to a client. */
function shownAt({ fields }: Resource, { level }: RowPolicy): string {
  const shown = [...fields.values()].filter((field) => field.read !== '-' && sees(level, field.level));
  return shown.map(({ name }) => name).join();
}
