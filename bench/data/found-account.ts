// A new database with one account, made by the commands of the service.
import { runCommand } from '../servers/service.ts';

/** What programs log in with. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An account in a database of its own. */
export interface FoundAccount {
  readonly accountId: number;
  readonly credentials: Credentials;
}

/** Makes the SQLite file, an account of this name and a credential with all rights. */
export async function foundAccount(
  command: string,
  { file, account }: { readonly file: string; readonly account: string },
): Promise<FoundAccount> {
  const place = ['--database', `sqlite:${file}`];
  const created = await runCommand(command, ['account', 'create', account, '--admin', 'admin', ...place], {
    HOURBOOK_ADMIN_PASSWORD: 'correct horse battery',
  });
  const issued = await runCommand(command, ['credentials', 'create', account, '--name', 'bench', ...place]);
  return {
    accountId: Number(created['account_id']),
    credentials: { clientId: String(issued['client_id']), clientSecret: String(issued['client_secret']) },
  };
}
