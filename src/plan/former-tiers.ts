// What a caller could read before their rights changed: conditions for rows that look different now, or are lost.
// Decisions §5: a delta client converges when what it may see changes, though the rows keep their stamps.
import { readGrant } from '#access/authorize.ts';
import type { ReadGrant } from '#access/grant.ts';
import { sees, type Tier } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { AccessHistoryEntry } from './plan-context.ts';
import type { FormerTiers, LostRows, Predicate } from './read-plan.ts';
import { allOf, anyOf, collectValues, scopePredicate, tiersPredicate, type Values } from './values.ts';

/** The tiers of the access history that differ from today's and from each other; those in force last come first. */
export function formerTiers(
  grant: ReadGrant,
  accessContexts: readonly AccessHistoryEntry[],
): readonly FormerTiers[] {
  const { resource } = grant;
  const seen = new Set([keyOf(resource, grant.tiers)]);
  const found: FormerTiers[] = [];
  for (const { accessContext, until } of [...accessContexts].sort((a, b) => b.until - a.until)) {
    const tiers = readGrant(accessContext, resource)?.tiers ?? [];
    const key = keyOf(resource, tiers);
    if (seen.has(key)) continue;
    seen.add(key);
    found.push({ tiers, until });
  }
  return found;
}

/** For each of the former tiers: rows that do not show now what they showed then. */
export function shownDifferently(
  grant: ReadGrant,
  former: readonly FormerTiers[],
  values: Values,
): readonly Predicate[] {
  const now = former.length === 0 ? [] : firstFits(grant.resource, grant.tiers, values);
  return former.map(({ tiers }) => {
    const then = firstFits(grant.resource, tiers, values);
    const alike = now.flatMap((one) =>
      then.filter((other) => other.shown === one.shown).map((other) => allOf([one.where, other.where])),
    );
    return { op: 'not', term: anyOf(alike) };
  });
}

/** Rows that could be read under one of the former tiers and cannot be now; `null`: there can be none. */
export function planLost(
  grant: ReadGrant,
  former: readonly FormerTiers[],
  { now }: { now: number },
): LostRows | null {
  const values = collectValues([grant.accessContext.accountId, now, Number.MAX_SAFE_INTEGER, 0]);
  const present = tiersPredicate(grant.tiers, values);
  const readable = former.filter(({ tiers }) => tiers.length > 0);
  if (present === null || readable.length === 0) return null;
  const tiers = readable.map((one) => ({
    level: 'public' as const,
    where: tiersPredicate(one.tiers, values),
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
      tiers,
      values: values.list,
    },
    until: readable.map(({ until }) => until),
  };
}

/** Each tier with what it shows and the condition that it is the first that fits. */
function firstFits(
  resource: Resource,
  tiers: readonly Tier[],
  values: Values,
): readonly { readonly shown: string; readonly where: Predicate }[] {
  const scopes = tiers.map((tier): Predicate => scopePredicate(tier.scope, values) ?? allOf([]));
  return tiers.map((tier, index) => ({
    shown: shownAt(resource, tier),
    where: allOf([
      scopes[index] as Predicate,
      ...scopes.slice(0, index).map((term): Predicate => ({ op: 'not', term })),
    ]),
  }));
}

function keyOf(resource: Resource, tiers: readonly Tier[]): string {
  return JSON.stringify(tiers.map((tier) => [shownAt(resource, tier), tier.scope]));
}

/** Levels that show the same fields of a resource are the same to a client. */
function shownAt({ fields }: Resource, { level }: Tier): string {
  const shown = [...fields.values()].filter((field) => field.read !== '-' && sees(level, field.level));
  return shown.map(({ name }) => name).join();
}
