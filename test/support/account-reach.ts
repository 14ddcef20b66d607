// Whether a query reaches rows of one account only: every table of accounts in it is bound to a parameter by its account_id,
// or to another table that is, by a condition that must hold.
import {
  columnOf,
  conditionsOf,
  equalSides,
  isParameter,
  nodesIn,
  subqueriesIn,
  type Node,
  type SelectStmt,
} from './sql-tree.ts';

/** What names mean where a query stands. */
export interface Scope {
  readonly accountTables: ReadonlySet<string>;
  /** Names of queries in a `with` around it; each is looked at for itself. */
  readonly named: ReadonlySet<string>;
  /** What tables of accounts are called in the queries around it, which are looked at for themselves. */
  readonly around: ReadonlySet<string>;
}

/** `place` is bound to the account of `to`; `null`: to a parameter. */
interface Bond {
  readonly place: string;
  readonly to: string | null;
}

/** What a FROM clause holds. */
interface Places {
  /** What its tables of accounts, and its queries that hand on their account, are called. */
  readonly names: readonly string[];
  readonly bonds: readonly Bond[];
  readonly faults: readonly string[];
}

const nowhere: Places = { names: [], bonds: [], faults: [] };
const account = 'account_id';

/** The faults of a whole query. */
export function queryFaults(select: SelectStmt, scope: Scope): readonly string[] {
  const { faults, handsOn } = reach(select, scope);
  return handsOn ? [...faults, 'asks for no account by a parameter'] : faults;
}

/** The faults of `with` queries, and the scope in which what follows them stands. */
export function withQueries(
  clause: { readonly ctes?: readonly Node[] } | undefined,
  scope: Scope,
): { readonly faults: readonly string[]; readonly scope: Scope } {
  const queries = (clause?.ctes ?? []).flatMap((one) =>
    'CommonTableExpr' in one ? [one.CommonTableExpr] : [],
  );
  const named = new Set([...scope.named, ...queries.map(({ ctename }) => ctename ?? '')]);
  const inside = { ...scope, named };
  const faults = queries.flatMap(({ ctequery }) =>
    ctequery !== undefined && 'SelectStmt' in ctequery
      ? queryFaults(ctequery.SelectStmt, inside)
      : ['writes inside of a query'],
  );
  return { faults, scope: inside };
}

/** What binds the tables of a statement, beside what stands in its FROM clause. */
export interface Bound {
  readonly from: readonly Node[];
  readonly where: Node | undefined;
  /** Everything else that may hold queries. */
  readonly others: readonly unknown[];
}

/** The faults of the tables in FROM together with WHERE, and those that are bound to nothing. */
export function boundTables(
  { from, where, others }: Bound,
  scope: Scope,
): {
  readonly faults: readonly string[];
  readonly names: readonly string[];
  readonly loose: readonly Bond[] | null;
} {
  const places = together(from.map((item) => placesOf(item, scope)));
  const { names } = places;
  const bonds = [...places.bonds, ...bondsIn(where, names)];
  const around = new Set([...scope.around, ...names]);
  const inside = [where, ...others, joinConditions(from)].flatMap((part) =>
    [...subqueriesIn(part)].flatMap((query) => queryFaults(query, { ...scope, around })),
  );
  const faults = [...places.faults, ...inside];
  return { faults, names, loose: names.every((name) => isBound(name, bonds, scope)) ? null : bonds };
}

/** What is wrong with tables of which some are bound to nothing. */
export function looseFault(names: readonly string[], bonds: readonly Bond[], scope: Scope): string {
  return names.some((name) => isBound(name, bonds, scope))
    ? 'joins a table without its account'
    : 'asks for no account by a parameter';
}

/** `handsOn`: its rows are of many accounts, but it answers `account_id`, so that the query around it can choose one. */
function reach(
  select: SelectStmt,
  outside: Scope,
): { readonly faults: readonly string[]; readonly handsOn: boolean } {
  const { faults: before, scope } = withQueries(select.withClause, outside);
  const { larg, rarg } = select;
  if (larg !== undefined && rarg !== undefined)
    return { faults: [...before, ...[larg, rarg].flatMap((arm) => queryFaults(arm, scope))], handsOn: false };
  const { fromClause: from = [], whereClause: where, targetList, groupClause, valuesLists } = select;
  const others = [targetList, groupClause, valuesLists, select.havingClause, select.sortClause];
  const { faults: inside, names, loose } = boundTables({ from, where, others }, scope);
  const faults = [...before, ...inside, ...lockFaults(select, scope)];
  if (loose === null) return { faults, handsOn: false };
  const isWhole =
    groupClause === undefined && select.distinctClause === undefined && select.limitCount === undefined;
  const shown = isWhole ? shownAccount(targetList, names) : null;
  const chosen = shown === null ? loose : [...loose, { place: shown, to: null }];
  if (shown !== null && names.every((name) => isBound(name, chosen, scope))) return { faults, handsOn: true };
  return { faults: [...faults, looseFault(names, loose, scope)], handsOn: false };
}

function placesOf(item: Node, scope: Scope): Places {
  if ('RangeVar' in item) {
    const { relname = '', alias } = item.RangeVar;
    if (scope.named.has(relname) || !scope.accountTables.has(relname)) return nowhere;
    return { ...nowhere, names: [alias?.aliasname ?? relname] };
  }
  if ('RangeSubselect' in item) {
    const { subquery, alias } = item.RangeSubselect;
    if (subquery === undefined || !('SelectStmt' in subquery)) return nowhere;
    const { faults, handsOn } = reach(subquery.SelectStmt, scope);
    return { faults, names: handsOn ? [alias?.aliasname ?? ''] : [], bonds: [] };
  }
  if (!('JoinExpr' in item)) return nowhere;
  const { larg, rarg, quals, jointype } = item.JoinExpr;
  const [left, right] = [larg, rarg].map((side) =>
    side === undefined ? nowhere : placesOf(side, scope),
  ) as [Places, Places];
  const all = together([left, right]);
  // A row that an outer join keeps in any case is bound by none of its conditions.
  const free: readonly string[] =
    { JOIN_INNER: [], JOIN_LEFT: left.names, JOIN_RIGHT: right.names }[jointype as string] ?? all.names;
  const bonds = bondsIn(quals, all.names).filter(({ place }) => !free.includes(place));
  return { ...all, bonds: [...all.bonds, ...bonds] };
}

function together(places: readonly Places[]): Places {
  return {
    names: places.flatMap(({ names }) => names),
    bonds: places.flatMap(({ bonds }) => bonds),
    faults: places.flatMap(({ faults }) => faults),
  };
}

function bondsIn(where: Node | undefined, names: readonly string[]): readonly Bond[] {
  return conditionsOf(where).flatMap((condition): Bond[] => {
    const sides = equalSides(condition);
    if (sides === null) return [];
    return [sides, sides.toReversed()].flatMap(([one, other]): Bond[] => {
      const place = placeOfAccount(one, names);
      if (place === null) return [];
      if (isParameter(other)) return [{ place, to: null }];
      const to = placeOfAccount(other, names);
      return to === null ? [] : [{ place, to }];
    });
  });
}

/** The table whose account it is; `null`: it is something else. */
function placeOfAccount(tree: Node | undefined, names: readonly string[]): string | null {
  const parts = columnOf(tree);
  if (parts?.at(-1) !== account) return null;
  if (parts.length > 1) return parts.at(-2) ?? null;
  return names.length === 1 ? (names[0] ?? null) : null;
}

function isBound(name: string, bonds: readonly Bond[], scope: Scope, seen: readonly string[] = []): boolean {
  return bonds.some(({ place, to }) => {
    if (place !== name) return false;
    if (to === null || (scope.around.has(to) && !seen.includes(to))) return true;
    return !seen.includes(to) && isBound(to, bonds, scope, [...seen, name]);
  });
}

/** The table whose account is shown under that name. */
function shownAccount(targets: readonly Node[] = [], names: readonly string[]): string | null {
  for (const target of targets) {
    if (!('ResTarget' in target) || (target.ResTarget.name ?? account) !== account) continue;
    const place = placeOfAccount(target.ResTarget.val, names);
    if (place !== null) return place;
  }
  return null;
}

function joinConditions(from: readonly Node[]): readonly unknown[] {
  return from.flatMap((item): unknown[] => {
    if ('RangeFunction' in item) return [item];
    if (!('JoinExpr' in item)) return [];
    const { larg, rarg, quals } = item.JoinExpr;
    return [quals, ...joinConditions([larg, rarg].filter((side) => side !== undefined))];
  });
}

/** Rows can be locked on the node of an account only; what all nodes have a copy of is on none. */
function lockFaults(
  { lockingClause, fromClause }: SelectStmt,
  { accountTables, named }: Scope,
): readonly string[] {
  if (lockingClause === undefined) return [];
  const tables = [...nodesIn(fromClause)].flatMap((node) =>
    'RangeVar' in node ? [node.RangeVar.relname ?? ''] : [],
  );
  const foreign = tables.filter((table) => !accountTables.has(table) && !named.has(table));
  return foreign.length > 0 || tables.length === 0 ? ['locks rows that belong to no account'] : [];
}
