// `hourbook credentials list ACCOUNT`: which programs have a way in.
import { listCredentials, type Credential } from '#oauth/credentials.ts';
import type { Command } from '../command.ts';
import { textTable } from '../text-table.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Lists credentials, ended ones too; never a secret. */
export const command: Command = {
  name: 'credentials list',
  summary: 'Lists the API credentials of an account',
  arguments: [{ name: 'ACCOUNT', doc: 'Name of the account.' }],
  options: [],
  async run(context) {
    const { arguments: words, clock, print } = context;
    const { account, credentials } = await withDatabase(context, async (database) => {
      const { id, name } = await requireAccount(database, words['ACCOUNT']);
      return { account: name, credentials: await database.read(id, (tx) => listCredentials(tx, id)) };
    });
    const now = Math.floor(clock() / 1000);
    const rows = credentials.map((credential) => [
      credential.clientId,
      credential.name,
      credential.readOnly ? 'read only' : 'all',
      dayOf(credential.createdAt),
      lastDayOf(credential) ?? 'never',
      stateOf(credential, now),
    ]);
    const headings = ['CLIENT ID', 'NAME', 'RIGHTS', 'CREATED', 'EXPIRES', 'STATE'];
    print({
      text: rows.length === 0 ? `The account ${account} has no credentials.` : textTable(headings, rows),
      data: credentials.map((credential) => ({
        account,
        client_id: credential.clientId,
        name: credential.name,
        read_only: credential.readOnly,
        created: isoOf(credential.createdAt),
        expires: lastDayOf(credential),
        revoked: credential.revokedAt === null ? null : isoOf(credential.revokedAt),
        state: stateOf(credential, now),
      })),
    });
  },
};

function stateOf({ expiresAt, revokedAt }: Credential, now: number): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** The credential ends with this day. */
function lastDayOf({ expiresAt }: Credential): string | null {
  return expiresAt === null ? null : dayOf(expiresAt - 1);
}

function dayOf(seconds: number): string {
  return isoOf(seconds).slice(0, 10);
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}
