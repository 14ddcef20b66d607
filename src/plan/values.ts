// Collects the values of a plan, so that its shape holds only their places.
import type { Scope, Term, RowPolicy } from '#resource/access.ts';
import type { Predicate, Slot } from './read-plan.ts';

/** Puts a value away and tells its place. */
export interface Values {
  readonly list: unknown[];
  add(value: unknown): Slot;
}

/** Begins with the values whose places are fixed: account, now, limit, offset. */
export function collectValues(
  fixed: readonly [account: number, now: number, limit: number, offset: number],
): Values {
  const list: unknown[] = [...fixed];
  return { list, add: (value) => list.push(value) - 1 };
}

/** A scope as a condition; `null`: no condition. */
export function scopePredicate(scope: Scope, values: Values): Predicate | null {
  if (scope === 'all') return null;
  const alternatives = scope.map((terms) => allOf(terms.map((term) => termPredicate(term, values))));
  return anyOf(alternatives);
}

/** Rows of any row policy; `null`: no condition. */
export function rowPoliciesPredicate(rowPolicies: readonly RowPolicy[], values: Values): Predicate | null {
  const parts = rowPolicies.map((rowPolicy) => scopePredicate(rowPolicy.scope, values));
  return parts.includes(null) ? null : anyOf(parts as Predicate[]);
}

/** `a AND b …`; a single one stands alone. */
export function allOf(terms: readonly Predicate[]): Predicate {
  return terms.length === 1 ? (terms[0] as Predicate) : { op: 'and', terms };
}

/** `a OR b …`; a single one stands alone; none is never true. */
export function anyOf(terms: readonly Predicate[]): Predicate {
  return terms.length === 1 ? (terms[0] as Predicate) : { op: 'or', terms };
}

function termPredicate({ column, oneOf, path }: Term, values: Values): Predicate {
  if (path === true) return { op: 'on path', column, list: values.add(oneOf) };
  const present = oneOf.filter((value) => value !== null);
  const parts: Predicate[] = [];
  if (present.length === 1) parts.push({ op: 'compare', column, is: '=', value: values.add(present[0]) });
  if (present.length > 1) parts.push({ op: 'in', column, list: values.add(present) });
  if (present.length < oneOf.length) parts.push({ op: 'null', column });
  return anyOf(parts);
}
