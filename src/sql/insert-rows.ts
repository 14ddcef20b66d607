// Writing many new rows of a resource with few statements.
import { sql } from 'kysely';
import { emptyRow } from '#resource/empty-row.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { AccountUnit } from './database.ts';
import { bind, compile, type Compiled } from './statement.ts';
import { expectTurn } from './store.ts';

/** More make a statement longer and no faster. */
const parametersAtOnce = 1_000;

const compiled = new Map<string, Compiled>();

/** Writes new rows with ids from `first` on; every column that a row does not name is empty or has its default. */
export function insertRows(
  account: AccountUnit,
  resource: Resource,
  { rows, first }: { readonly rows: readonly Row[]; readonly first: number },
): void {
  const template = templateOf(account, resource);
  const names = Object.keys(template);
  const atOnce = Math.max(1, Math.floor(parametersAtOnce / names.length));
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const values = some.flatMap((row, place) =>
      names.map((name) => (name === 'id' ? first + start + place : name in row ? row[name] : template[name])),
    );
    account.tx.run(bind(insertion(account, resource, { names, count: some.length }), values));
  }
  if (resource.turns !== null)
    expectTurn(
      account,
      resource,
      rows.map((row) => ({ ...template, ...row })),
    );
}

/** What every new row begins with. */
function templateOf({ tx, accountId }: AccountUnit, resource: Resource): Row {
  return {
    ...emptyRow(resource),
    ...resource.fixed,
    id: null,
    row_revision: 1,
    ...(resource.lastChange === null ? {} : { [resource.lastChange]: tx.stamp }),
    ...(resource.storage === 'account' ? { account_id: accountId } : {}),
  };
}

function insertion(
  { tx }: AccountUnit,
  resource: Resource,
  { names, count }: { readonly names: readonly string[]; readonly count: number },
): Compiled {
  const key = `insert ${tx.dialect.name} ${resource.name} ${count}`;
  let known = compiled.get(key);
  if (known === undefined) {
    known = compile(tx.dialect, (db, value) => {
      const row = (place: number) =>
        sql`(${sql.join(names.map((_, index) => value(place * names.length + index)))})`;
      const rows = sql.join(Array.from({ length: count }, (_, place) => row(place)));
      const columns = sql.join(names.map((name) => sql.ref(name)));
      const text = sql`insert into ${sql.table(resource.table)} (${columns}) values ${rows}`;
      return { compile: () => text.compile(db) };
    });
    compiled.set(key, known);
  }
  return known;
}
