// The person to whom a mail goes, as they are at the moment of sending.
import type { Tx } from '#sql/database.ts';
import { loadSetting } from '#sql/load-account.ts';
import { statement } from '#sql/statement.ts';
import { isMailAddress } from '#values/mail-address.ts';
import { mailLanguages, type MailLanguage } from './mail-kind.ts';

/** Whom a mail addresses, and what its words mention. */
export interface Receiver {
  readonly address: string;
  readonly fullname: string;
  readonly firstname: string;
  readonly username: string;
  readonly company: string;
  readonly language: MailLanguage;
}

const receiverById = statement((db, value) =>
  db
    .selectFrom('users')
    .leftJoin('languages', (join) =>
      join
        .onRef('languages.account_id', '=', 'users.account_id')
        .onRef('languages.id', '=', 'users.language_id'),
    )
    .select(['users.firstname', 'users.fullname', 'users.username'])
    .select(['users.email_address', 'languages.iso_639_1 as language'])
    .where('users.account_id', '=', value(0))
    .where('users.id', '=', value(1))
    .where('users.active', '=', value(2))
    .where('users.authentication_blocked', '=', value(3)),
);

/** The receiver; `undefined` when no such user may get mail (any longer), or no address is usable. */
export async function findReceiver(
  tx: Tx,
  mail: { readonly accountId: number; readonly userId: number; readonly address: string | null },
): Promise<Receiver | undefined> {
  const { accountId, userId } = mail;
  const row = await receiverById.get(tx, [accountId, userId, 1, 0]);
  const address = mail.address ?? row?.['email_address'];
  if (row === undefined || typeof address !== 'string' || !isMailAddress(address)) return undefined;
  return {
    address,
    fullname: row['fullname'] as string,
    firstname: row['firstname'] as string,
    username: row['username'] as string,
    company: (await tx.unit((unit) => loadSetting(unit, accountId, 'company_name'))) || 'Hourbook',
    language: mailLanguages.find((known) => known === row['language']) ?? 'en',
  };
}
