// What tables that no resource declares hold about a person: logins, codes of links, and mails that wait to be sent.
import type { AccountTx } from './database.ts';
import { statement } from './statement.ts';

/** The tables, each with the columns of its rows that are told; hashes are not. */
const told = {
  tokens: ['kind', 'client_id', 'issued_at', 'expires_at', 'used_at', 'revoked_at', 'began_at'],
  one_time_codes: ['purpose', 'created_at', 'expires_at'],
  mail_outbox: ['id', 'kind', 'data', 'address', 'created_at', 'due_at', 'attempts'],
} as const;

/** The name of one of them. */
export type LoginTable = keyof typeof told;

/** Their names. */
export const loginTables = Object.keys(told) as readonly LoginTable[];

const selections = Object.fromEntries(
  loginTables.map((table) => [
    table,
    statement((db, value) =>
      db
        .selectFrom(table)
        .select([...told[table]])
        .where('account_id', '=', value(0))
        .where('user_id', '=', value(1)),
    ),
  ]),
) as Readonly<Record<LoginTable, ReturnType<typeof statement>>>;

/** The rows of one of the tables that belong to a person. */
export function loginRowsOf(
  { tx, accountId }: AccountTx,
  { table, userId }: { readonly table: LoginTable; readonly userId: number },
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return selections[table].all(tx, [accountId, userId]);
}

const removals = loginTables.map((table) =>
  statement((db, value) =>
    db.deleteFrom(table).where('account_id', '=', value(0)).where('user_id', '=', value(1)),
  ),
);

const waiting = statement((db, value) =>
  db.selectFrom('mail_outbox').select(['id', 'data']).where('account_id', '=', value(0)),
);

const removeMail = statement((db, value) =>
  db.deleteFrom('mail_outbox').where('account_id', '=', value(0)).where('id', '=', value(1)),
);

/** Removes every login, code and waiting mail of a person, and mails to others about what they did. */
export async function removeLogins({ tx, accountId }: AccountTx, userId: number): Promise<void> {
  for (const removal of removals) await removal.run(tx, [accountId, userId]);
  for (const { id, data } of await waiting.all(tx, [accountId])) {
    const { people = '' } = JSON.parse(data as string) as { readonly people?: string };
    if (people.split(',').includes(String(userId))) await removeMail.run(tx, [accountId, id]);
  }
}
