// Rows of the server as signals, one table a resource. Changes replace maps and rows, they never alter them.
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Id, LocalTime } from '../domain/rows.ts';
import { localTime, momentOf } from '../domain/zones.ts';
import { tableNames, type TableName, type Tables } from './fields.ts';
import { rowsOf, type AffectedRow, type Envelope } from './http.ts';
import { zone } from './session.ts';

/** Rows by id. */
export type Rows<Name extends TableName> = ReadonlyMap<Id, Tables[Name]>;

type AnyRows = ReadonlyMap<Id, object>;

const tables = Object.fromEntries(
  tableNames.map((name) => [name, signal<AnyRows>(new Map(), { name: `table.${name}` })]),
) as Readonly<Record<TableName, Signal<AnyRows>>>;

/** The rows that the server has told of. */
export function stored<Name extends TableName>(name: Name): ReadonlySignal<Rows<Name>> {
  return tables[name] as unknown as ReadonlySignal<Rows<Name>>;
}

/** The value of a setting of the account; `undefined`: it is not here. */
export function settingOf(type: string): string | undefined {
  const rows = [...stored('generalSettings').value.values()];
  return rows.find((row) => row.setting_type === type)?.setting_value;
}

/** What the person's clocks showed when the server did something, from the text of the interface. */
export function ownTime(told: LocalTime): LocalTime {
  return localTime(momentOf(told, settingOf('server_timezone') || 'UTC'), zone.value);
}

/** Takes rows of an answer; with `isWhole` they are all that there is. */
export function takeRows(name: TableName, envelope: Envelope, isWhole: boolean): void {
  const rows = rowsOf<{ readonly id?: Id; readonly user_id?: Id }>(envelope);
  const deleted = envelope.Deleted ?? [];
  if (rows.length === 0 && deleted.length === 0 && !isWhole) return;
  const table = tables[name];
  const next = new Map<Id, object>(isWhole ? [] : table.value.entries());
  for (const row of rows) {
    const key = row.id ?? row.user_id ?? 0;
    next.set(key, { ...next.get(key), ...row });
  }
  for (const { id } of deleted) next.delete(id);
  table.value = next;
}

/** Takes what a write answered: its rows, what it changed beside them, and what is gone. */
export function takeWritten(name: string, envelope: Envelope): void {
  if (isTable(name)) takeRows(name, withoutStrangers(envelope), false);
  for (const [other, affected] of Object.entries(envelope.Affected ?? {})) {
    if (isTable(other)) takeRows(other, goneApart(affected), false);
  }
}

const cleared: (() => void)[] = [];

/** Says what else is thrown away with the rows: what a module keeps of a person. */
export function clearWithTables(clear: () => void): void {
  cleared.push(clear);
}

/** Forgets every row: another person, or another account. */
export function clearTables(): void {
  for (const name of tableNames) tables[name].value = new Map();
  for (const clear of cleared) clear();
}

/** Removes one row that a write deleted. */
export function dropRow(name: TableName, id: Id): void {
  const table = tables[name];
  const next = new Map(table.value);
  if (next.delete(id)) table.value = next;
}

function isTable(name: string): name is TableName {
  return (tableNames as readonly string[]).includes(name);
}

/** Rows without an id are proposals, and items of a batch are envelopes of their own. */
function withoutStrangers(envelope: Envelope): Envelope {
  const rows = rowsOf<{ readonly id?: Id | null; readonly user_id?: Id }>(envelope);
  return { ...envelope, Results: rows.filter((row) => typeof row.id === 'number' || row.id === undefined) };
}

function goneApart(rows: readonly AffectedRow[]): Envelope {
  const { there = [], gone = [] } = Object.groupBy(rows, (row) =>
    row.deleted_at === undefined ? 'there' : 'gone',
  );
  return { Success: true, Results: there, Deleted: gone };
}
