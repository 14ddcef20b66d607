// Which table a statement writes.
const written = new Map<string, string | null>();

/** The table that a statement writes, as it stands in statements: in quotes. `null`: it is no insert, update or delete. */
export function writtenTable(sql: string): string | null {
  let table = written.get(sql);
  if (table === undefined) {
    table = /^(?:insert into|update(?: or fail)?|delete from) ("[^"]+")/.exec(sql)?.[1] ?? null;
    written.set(sql, table);
  }
  return table;
}
