// Everything that an account holds about one person, as one archive: a JSON file for each resource, and their files. What is
// about others is left out, though the person decided or wrote it.
import { buffer } from 'node:stream/consumers';
import { ApiError } from '#errors/api-error.ts';
import type { Engine } from '#engine/engine.ts';
import { visibilityRenderer } from '#engine/read/render-rows.ts';
import type { WriteRun } from '#engine/write/write-run.ts';
import type { FileStore } from '#files/file-store.ts';
import { createZip, type WriteBytes, type ZipWriter } from '#files/zip-writer.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { personalData } from '#domain/personal-data/catalogue.ts';
import { rowsAbout } from '#domain/personal-data/rows-about.ts';
import { loginRowsOf, loginTables } from '#sql/person-logins.ts';
import { personOf, type NamedPerson } from './anonymise-person.ts';
import { entriesAbout, idsAbout } from './mask-logs.ts';
import { asServer } from './system-run.ts';
import type { Tx } from '#sql/database.ts';

/** What the archive holds. */
export interface ExportedPerson {
  /** Rows by resource, as the archive names them; resources without a row are left out. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/** Writes the archive from one snapshot. Throws AccountError when there is no such person, or bytes are missing. */
export async function exportPerson(
  engine: Engine,
  { account, userId }: NamedPerson,
  write: WriteBytes,
): Promise<ExportedPerson> {
  const zip = createZip(write);
  const { documents, files } = await engine.database.readApart(account.id, (tx) =>
    asServer(engine, { tx, account }, async (run) => {
      await run.unit(() => personOf(run.view, userId));
      const rows = await run.unit(() => rowsAbout(run.view, 'files', userId));
      return { documents: await documentsOf(run, tx, userId), files: rows };
    }),
  );
  const rows: Record<string, number> = {};
  for (const [name, list] of Object.entries(documents).filter(([, found]) => found.length > 0)) {
    rows[name] = list.length;
    await zip.add(`rows/${name}.json`, jsonOf(list));
  }
  await addFiles(engine, { zip, accountId: account.id, files });
  await zip.add(
    'contents.json',
    jsonOf({ account: account.name, user_id: userId, rows, files: files.length }),
  );
  await zip.end();
  return { rows, files: files.length };
}

type Documents = Readonly<Record<string, readonly unknown[]>>;

async function documentsOf(run: WriteRun, tx: Tx, userId: number): Promise<Documents> {
  const { accountId, view } = run;
  const documents: Record<string, readonly unknown[]> = {};
  for (const name of Object.keys(personalData)) {
    const resource = run.schema.resources.get(name) as Resource;
    const rows = await run.unit(() => rowsAbout(view, name, userId));
    documents[name] = rows.map((row) => shown(run, resource, row));
  }
  const audit = run.schema.resources.get('auditLog') as Resource;
  const ids = await run.unit(() => idsAbout(view, userId));
  const entries = await entriesAbout(run, { userId, ids });
  documents['auditLog'] = entries.map((row) => shown(run, audit, row));
  for (const table of loginTables) documents[table] = await loginRowsOf({ tx, accountId }, { table, userId });
  return documents;
}

/** As an administrator reads the row, and what no field shows of it but tells of the person. Internal rows are as stored. */
function shown(run: WriteRun, resource: Resource, row: Row): unknown {
  if (resource.internal) return row;
  const hidden = Object.keys(personalData[resource.name]?.maskedLike ?? {}).map((column) => [
    column,
    row[column] ?? null,
  ]);
  return {
    ...visibilityRenderer(resource, 'administrator')(row, run.context),
    ...Object.fromEntries(hidden),
  };
}

async function addFiles(
  { files: { store } }: Pick<Engine, 'files'>,
  {
    zip,
    accountId,
    files,
  }: { readonly zip: ZipWriter; readonly accountId: number; readonly files: readonly Row[] },
): Promise<void> {
  for (const row of files) {
    const name = `files/${row['id']}-${safeName(row['filename'] as string)}`;
    await zip.add(name, await bytesOf(store, { accountId, key: row['storage_key'] as string }));
  }
}

async function bytesOf(
  store: FileStore | null,
  place: { readonly accountId: number; readonly key: string },
): Promise<Buffer> {
  const opened = (await store?.open(place)) ?? null;
  if (opened === null)
    throw new ApiError('storage_unreachable', `The bytes of the file ${place.key} are not in the storage.`);
  return buffer(opened.stream);
}

/** A name that leads out of no folder, on any system. */
function safeName(name: string): string {
  return name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '_');
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
