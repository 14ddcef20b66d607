// What SQLite's planner is told of the tables: it counts nothing itself, and without numbers it takes a search by the dates
// of everybody for as good as one by the dates of one person. The numbers are those of a company of a hundred people;
// they are written with the schema, so that plans are the same in every database.
import type { Column, Table, TableIndex } from '../table.ts';

const accounts = 20;
/** Different values in an account. */
const [people, departments, others, dates, moments, texts, flags] = [100, 10, 200, 1_000, 10_000, 100, 2];

/** The statements that replace all statistics. They hold for connections that open afterwards. */
export function statisticsOf(tables: readonly Table[]): readonly string[] {
  const rows = tables.flatMap(tableStatistics);
  return [
    // Makes the table of statistics when there is none, and looks at nothing else.
    'analyze schema_migrations',
    'delete from sqlite_stat1',
    ...rows.map(
      ([table, index, numbers]) => `insert into sqlite_stat1 values ('${table}', '${index}', '${numbers}')`,
    ),
    'analyze sqlite_schema',
  ];
}

type Statistics = readonly [table: string, index: string, numbers: string];

function tableStatistics(table: Table): readonly Statistics[] {
  const key: TableIndex = {
    name: `sqlite_autoindex_${table.name}_1`,
    columns: table.primaryKey,
    unique: true,
  };
  return [key, ...table.indexes].map((index) => [table.name, index.name, numbersOf(table, index).join(' ')]);
}

/** Rows in all, then rows that share the first column's value, the first two columns' values, and so on. */
function numbersOf(table: Table, index: TableIndex): readonly number[] {
  // Few rows are open: one of each person.
  const total = index.whereNull === undefined ? rowsOf(table) : accounts * people;
  let left = total;
  return [
    total,
    ...index.columns.map((name, place) => {
      left = Math.max(1, Math.ceil(left / valuesOf(table, name)));
      return index.unique === true && index.whereNull === undefined && place === index.columns.length - 1
        ? 1
        : left;
    }),
  ];
}

function rowsOf({ scope, foreignKeys }: Table): number {
  if (scope !== 'account') return accounts * 10;
  return foreignKeys.some(({ table }) => table === 'users') ? 1_000_000 : 20_000;
}

function valuesOf({ columns, foreignKeys }: Table, name: string): number {
  if (name === 'account_id') return accounts;
  if (name === 'id') return 1_000_000;
  const target = foreignKeys.find((one) => one.columns.length === 2 && one.columns[1] === name)?.table;
  if (target === 'users' || name === 'user_id') return people;
  if (target === 'departments' || name === 'department_id') return departments;
  if (target !== undefined) return others;
  if (/(^|_)(date|day|month)$/.test(name)) return dates;
  if (/(_time|_instant|_at|_timestamp|_changed|created|updated|turns)$/.test(name)) return moments;
  const column = columns.find((one) => one.name === name) as Column;
  return column.type === 'text' ? texts : flags;
}
