// What logs tell of a person who is anonymised: the history of their row, the changes of their trackings, and the audit log.
// Personal values become ***; when something happened, who did it and what kind of thing it was stays. Nothing else ever
// changes these rows.
import type { WriteRun } from '#engine/write/write-run.ts';
import { isOwnName } from '#resource/own-fields.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import { identifyingFields, personalData } from '#domain/personal-data/catalogue.ts';
import { isAbout, rowsAbout } from '#domain/personal-data/rows-about.ts';
import { writeTexts } from '#sql/mask-texts.ts';
import type { Table } from '#sql/table.ts';
import type { Tx } from '#sql/database.ts';

/** What stands in the place of a personal value. */
export const mask = '***';

/** The person, as the logs know them. */
export interface LoggedPerson {
  readonly userId: number;
  readonly username: string;
  /** Ids of the rows about them, by resource, before any of these is removed. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Ids of all rows about a person, by resource. */
export function idsAbout(view: ReadView, userId: number): LoggedPerson['ids'] {
  const ids = new Map<string, ReadonlySet<number>>();
  for (const resource of Object.keys(personalData)) {
    const rows = rowsAbout(view, resource, userId);
    ids.set(resource, new Set(rows.map(({ id }) => id as number)));
  }
  return ids;
}

/** In which transaction logs are masked. */
export interface Masking {
  readonly run: WriteRun;
  readonly tx: Tx;
  readonly tables: ReadonlyMap<string, Table>;
}

/** Masks all three logs. */
export async function maskLogs(masking: Masking, person: LoggedPerson): Promise<void> {
  const { run } = masking;
  const rowsOf = (resource: string): Promise<readonly Row[]> =>
    run.unit(() => rowsAbout(run.view, resource, person.userId));
  const write = writerOf(masking);
  for (const row of await rowsOf('userHistory')) {
    if (!isPersonal('users', row['change_type'] as string)) continue;
    await write('user_history', row, {
      old_value: masked(row['old_value']),
      new_value: masked(row['new_value']),
    });
  }
  for (const row of await rowsOf('timeTrackingChangelogs'))
    await write('time_tracking_changelogs', row, {
      old_values: maskedMembers(row['old_values'], (name) => isPersonal('timeTrackings', name)),
    });
  await maskAudit(run, person, write);
}

type Write = (table: string, row: Row, texts: Readonly<Record<string, string | null>>) => Promise<void>;

/** Writes texts that differ. */
function writerOf({ run: { accountId }, tx, tables }: Masking): Write {
  return async (name, row, texts) => {
    const changed = Object.entries(texts).filter(([column, text]) => text !== row[column]);
    const table = tables.get(name);
    if (table === undefined || changed.length === 0) return;
    const columns = changed.map(([column]) => column);
    const kept = row as Readonly<Record<string, string | number | null>>;
    const part = { table, columns, row: kept, texts: Object.fromEntries(changed), stamp: null };
    await writeTexts({ tx, accountId }, part);
  };
}

/** The account, which is asked in units of work. */
export type Asked = Pick<WriteRun, 'unit' | 'view'>;

async function maskAudit(asked: Asked, person: LoggedPerson, write: Write): Promise<void> {
  const ids = await withDeleted(asked, person);
  for await (const entry of entriesOf(asked)) {
    const { row } = entry;
    const isTheirs = personalIn(entry, { ...person, ids });
    await write('audit_log', row, {
      before: maskedMembers(row['before'], isTheirs),
      after: maskedMembers(row['after'], isTheirs),
      address: row['user_id'] === person.userId ? masked(row['address']) : (row['address'] as string | null),
    });
  }
}

/** Entries of the audit log about a person, or of what the person did. */
export async function entriesAbout(
  asked: Asked,
  person: Omit<LoggedPerson, 'username'>,
): Promise<readonly Row[]> {
  const ids = await withDeleted(asked, person);
  const found: Row[] = [];
  for await (const { row } of entriesOf(asked)) {
    const about = ids.get(row['resource_name'] as string)?.has(row['row_id'] as number) === true;
    if (about) found.push(row);
    // Of what the person did to others, the values are about others.
    else if (row['user_id'] === person.userId) found.push({ ...row, before: null, after: null });
  }
  return found;
}

/** Rows that are deleted are known by those of their entries that name the person. */
async function withDeleted(
  asked: Asked,
  { userId, ids: present }: Omit<LoggedPerson, 'username'>,
): Promise<LoggedPerson['ids']> {
  const ids = new Map([...present].map(([resource, known]) => [resource, new Set(known)]));
  for await (const entry of entriesOf(asked)) {
    const { resource_name: resource, row_id: id } = entry.row;
    if (
      typeof resource === 'string' &&
      typeof id === 'number' &&
      namesPerson(entry, resource, { userId, ids })
    )
      ids.get(resource)?.add(id);
  }
  return ids;
}

interface Entry {
  readonly row: Row;
  readonly before: Members;
  readonly after: Members;
}

type Members = Readonly<Record<string, unknown>>;

const entriesAtOnce = 500;

async function* entriesOf({ unit, view }: Asked): AsyncGenerator<Entry> {
  for (let last = 0; ;) {
    const after = { column: 'id', is: '>', value: last } as const;
    const rows: readonly Row[] = await unit(() => view.find('auditLog', [after], { limit: entriesAtOnce }));
    for (const row of rows) yield { row, before: membersOf(row['before']), after: membersOf(row['after']) };
    if (rows.length < entriesAtOnce) return;
    last = rows.at(-1)?.['id'] as number;
  }
}

/** Which members of an entry are personal values of the person; of entries about others, none. */
function personalIn(entry: Entry, person: LoggedPerson): (name: string) => boolean {
  const { row, before, after } = entry;
  const resource = row['resource_name'] as string | null;
  // Commands tell whom they were about by the username.
  if (resource === null) return (name) => name === 'username' && after[name] === person.username;
  const isTheirs =
    person.ids.get(resource)?.has(row['row_id'] as number) === true ||
    namesPerson({ row, before, after }, resource, person);
  return isTheirs ? (name) => isPersonal(resource, name) : () => false;
}

function namesPerson(
  { before, after }: Entry,
  resource: string,
  { userId, ids }: Omit<LoggedPerson, 'username'>,
): boolean {
  return [before, after].some(
    (members) =>
      isAbout(resource, members, userId) ||
      (resource === 'files' &&
        (members['user_id'] === userId ||
          ids.get('absences')?.has(members['absence_id'] as number) === true)),
  );
}

function isPersonal(resource: string, name: string): boolean {
  const { emptied = [], masked: others = [] } = personalData[resource] ?? {};
  return emptied.includes(name) || others.includes(name) || isOwnName(name) || isOfPerson(resource, name);
}

/** The history of a person tells of fields of their own row. */
function isOfPerson(resource: string, name: string): boolean {
  return resource === 'users' && identifyingFields.includes(name);
}

function masked(value: unknown): string | null {
  return value === null || value === undefined ? null : mask;
}

function membersOf(text: unknown): Members {
  return text === null || text === undefined ? {} : (JSON.parse(text as string) as Members);
}

/** The object with *** in the place of members that are personal; numbers are emptied, because they have another type. */
function maskedMembers(text: unknown, isPersonalMember: (name: string) => boolean): string | null {
  if (text === null || text === undefined) return null;
  const members = Object.entries(membersOf(text));
  if (!members.some(([name]) => isPersonalMember(name))) return text as string;
  const shown = members.map(([name, value]) => [name, isPersonalMember(name) ? maskedValue(value) : value]);
  return JSON.stringify(Object.fromEntries(shown));
}

function maskedValue(value: unknown): string | null {
  return typeof value === 'string' ? mask : null;
}
