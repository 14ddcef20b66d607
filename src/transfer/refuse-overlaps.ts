// Rows that must not overlap, before any of them is written: engines that cannot hold this would take them in.
import { AccountError } from '#accounts/account-error.ts';
import { rowColumns } from '#sql/table-rows.ts';
import type { Exclusion, Table } from '#sql/table.ts';
import { overlapsAmong, type Span } from '#values/overlaps.ts';
import type { RowSource } from './row-source.ts';

/** Reads the rows of every table that excludes overlaps. Throws an AccountError that names the first two that overlap. */
export async function refuseOverlaps({
  tables,
  eachPage,
}: Pick<RowSource, 'tables' | 'eachPage'>): Promise<void> {
  const checks = new Map(
    tables.map(({ table }) => [table.name, (table.exclusions ?? []).map((one) => checkOf(table, one))]),
  );
  const checksOf = (table: Table): readonly Check[] => checks.get(table.name) ?? [];
  await eachPage(
    ({ table }) => checksOf(table).length > 0,
    async ({ placed, rows }) => {
      for (const { add } of checksOf(placed.table)) rows.forEach(add);
    },
  );
  for (const { end } of [...checks.values()].flat()) end();
}

interface Check {
  readonly add: (row: readonly unknown[]) => void;
  readonly end: () => void;
}

function checkOf(table: Table, { columns, from, until }: Exclusion): Check {
  const names = rowColumns(table).map(({ name }) => name);
  const equal = columns.filter((name) => names.includes(name));
  const places = equal.map((name) => names.indexOf(name));
  const [id, start, end] = ['id', from, until].map((name) => names.indexOf(name)) as [number, number, number];
  const groups = new Map<string, Span[]>();
  return {
    add(row) {
      const key = places.map((place) => String(row[place])).join();
      const span = spanOf([row[id], row[start], row[end]] as [number, number | null, number | null]);
      if (span.until !== null && span.until < span.from)
        throw new AccountError(misfit(`${table.name} ${span.id} ends before it begins`));
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [span]);
      else group.push(span);
    },
    end() {
      for (const [key, spans] of groups) {
        const [found] = overlapsAmong(spans);
        if (found === undefined) continue;
        const both = `both have the ${equal.join(', ')} ${key}`;
        throw new AccountError(misfit(`${table.name} ${found.id} overlaps ${found.other}, and ${both}`));
      }
    },
  };
}

function spanOf([id, from, until]: readonly [number, number | null, number | null]): Span {
  return { id, from: from ?? Number.NEGATIVE_INFINITY, until };
}

function misfit(what: string): string {
  return `The rows of the file do not fit together: ${what}.`;
}
