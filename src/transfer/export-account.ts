// One account into a file, while servers go on: what one snapshot shows of it, and nothing that is worth anything for
// logging in elsewhere but the hashes of secrets and passwords.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AccountError } from '#accounts/account-error.ts';
import { listAccounts } from '#accounts/list-accounts.ts';
import type { Database, Tx } from '#sql/database.ts';
import { writeNewFile } from '#sql/finished-file.ts';
import { schemaAfter, type Migration } from '#sql/migrations/load-migrations.ts';
import { statement } from '#sql/statement.ts';
import { transferTables } from './transfer-tables.ts';
import { exportText, type ExportParts } from './export-text.ts';
import type { ExportEnd } from './export-format.ts';

/** Which account, and where to. */
export interface AccountExport {
  readonly accountId: number;
  /** Must not exist yet; compressed when its name ends in `.gz`. */
  readonly file: string;
  /** What the file is sealed with; empty or left out: with nothing. */
  readonly key?: string;
  /** The migrations that the database has seen. */
  readonly migrations: readonly Migration[];
}

/** What the file holds, and what it leaves out. */
export interface Exported extends Pick<ExportEnd['end'], 'rows' | 'sha256'> {
  /** Mails that are to be sent yet: this installation sends them. */
  readonly waitingMails: number;
}

const waitingMails = statement((db, value) =>
  db
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .where('account_id', '=', value(0)),
);

/** Writes the file, for its owner's eyes only. Throws an Error with one line; then there is none. */
export async function exportAccount(
  database: Database,
  { accountId, file, key = '', migrations }: AccountExport,
): Promise<Exported> {
  const schema = migrations.at(-1)?.name ?? '';
  const tables = transferTables(await schemaAfter(migrations));
  return writeNewFile(file, {
    what: 'an export',
    // Waiting for the disk keeps this process's own snapshot open, and blocks no other transaction.
    write: (draft) =>
      database.read(accountId, async (tx) => {
        const account = (await listAccounts(tx)).find(({ id }) => id === accountId);
        if (account === undefined) throw new AccountError(`There is no account with the id ${accountId}.`);
        const end = await writeText(tx, {
          account,
          schema,
          tables,
          key,
          draft,
          zipped: file.endsWith('.gz'),
        });
        const mails = await waitingMails.get(tx, [accountId]);
        return { rows: end.rows, sha256: end.sha256, waitingMails: Number(mails?.['waiting']) };
      }),
  });
}

async function writeText(
  tx: Tx,
  { draft, zipped, ...parts }: ExportParts & { readonly draft: string; readonly zipped: boolean },
): Promise<ExportEnd['end']> {
  let end: ExportEnd['end'] | undefined;
  const pieces = async function* (): AsyncGenerator<string> {
    end = yield* exportText(tx, parts);
  };
  const out = createWriteStream(draft, { mode: 0o600 });
  await (zipped ? pipeline(pieces, createGzip(), out) : pipeline(pieces, out));
  if (end === undefined) throw new Error('The export ended before its last line.');
  return end;
}
