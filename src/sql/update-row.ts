// Changes of single rows, with stamps and revisions. No rules, no rights.
import { sql } from 'kysely';
import { folded, ownColumn, unfolded } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { AccountUnit } from './database.ts';
import type { Dialect } from './dialect.ts';
import { compileUpdate, typeOf, type Update } from './families.ts';
import { mergingUpdate } from './merging.ts';
import { changeOf } from './row-question.ts';
import { bind, meaning } from './statement.ts';
import { expectTurn } from './store.ts';

const updates = new Map<string, Update>();

/**
 * Changes columns of a row, moves its stamp and revision, and answers the whole row. Something must differ. When the
 * row turns next, and columns that are unseen, is nothing that anybody sees.
 */
export function updateRow(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { before, changes }: { before: Row; changes: Row },
): Row {
  const shows = Object.keys(changes).some((name) => !isUnseen(resource, name));
  const stamp = resource.lastChange === null || !shows ? {} : { [resource.lastChange]: tx.stamp };
  const full: Row = {
    ...folded(resource, changes, changes[ownColumn] ?? before[ownColumn] ?? null),
    ...stamp,
  };
  const names = Object.keys(full);
  const revision = Number(before['row_revision']) + (shows ? 1 : 0);
  const key = `${tx.dialect.name} ${resource.name} ${shows} ${names.join()}`;
  let known = updates.get(key);
  if (known === undefined) updates.set(key, (known = compiledUpdate(tx.dialect, resource, { names, shows })));
  const { one, family } = known;
  const id = before['id'] as number;
  const change = { kind: 'update', id, before, values: full, revises: shows } as const;
  const adds = shows ? names.length : null;
  tx.run(
    meaning(tx, bind(one, [accountId, id, 1, ...names.map((name) => full[name])]), () => ({
      change: changeOf({ resource, accountId }, change),
      merging: mergingUpdate(resource, { names, row: String(id), adds, family }),
    })),
  );
  expectTurn({ tx, accountId }, resource, [changes]);
  return unfolded(resource, { ...before, ...full, row_revision: revision });
}

/** Slots: the account, the id, what is added to the revision, and the columns. */
function compiledUpdate(
  dialect: Dialect,
  resource: Resource,
  { names, shows }: { readonly names: readonly string[]; readonly shows: boolean },
): Update {
  const columns = names.map((name, place) => ({ index: 3 + place, type: typeOf(resource, name) }));
  const counted = (shows ? [1, 2] : [1]).map((index) => ({ index, type: 'integer' }) as const);
  const varying = [...counted, ...columns];
  return compileUpdate(dialect, { begin: sql`update`, table: resource.table, varying }, (value) => {
    const account = resource.storage === 'account' ? [sql`account_id = ${value(0)}`] : [];
    const sets = names.map((name, place) => sql`${sql.ref(name)} = ${value(3 + place)}`);
    const revised = shows ? [sql`row_revision = row_revision + ${value(2)}`] : [];
    return {
      set: sql.join([...sets, ...revised]),
      where: sql`where ${sql.join([...account, sql`id = ${value(1)}`], sql` and `)}`,
    };
  });
}

function isUnseen({ turns, hidden }: Resource, name: string): boolean {
  return name === turns?.column || hidden[name]?.unseen === true;
}
