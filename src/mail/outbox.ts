// Mails that are to be sent, kept in the database with the change that caused them. Claiming a mail moves its due moment
// on, so no other process takes it meanwhile. If its process dies, the mail is due again. This file must not know what
// mails say.
import type { QueuedMail } from '#resource/rule.ts';
import type { Tx, UnitTx } from '#sql/database.ts';
import { expectWork } from '#sql/due-work.ts';
import { allocateId } from '#sql/store.ts';
import { statement } from '#sql/statement.ts';

/** A mail in the outbox; moments are epoch seconds. */
export interface OutboxMail extends Pick<Required<QueuedMail>, 'kind' | 'userId'> {
  /** Where it goes; `null`: to the receiver's own address. */
  readonly address: string | null;
  /** What the rule gave along, as JSON text: parsed with the mail, so that a bad row fails as one mail. */
  readonly data: string;
  readonly accountId: number;
  /** As in addresses. */
  readonly accountName: string;
  readonly id: number;
  readonly createdAt: number;
  /** How often it was claimed. */
  readonly attempts: number;
}

const insertMail = statement((db, value) =>
  db.insertInto('mail_outbox').values({
    account_id: value(0),
    id: value(1),
    kind: value(2),
    user_id: value(3),
    data: value(4),
    created_at: value(5),
    due_at: value(5),
    attempts: value(6),
    address: value(7),
  }),
);

const waitingOfKind = statement((db, value) =>
  db
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll().as('waiting'))
    .where('account_id', '=', value(0))
    .where('kind', '=', value(1)),
);

const suspension = statement((db, value) =>
  db.selectFrom('accounts').select('suspended_at').where('id', '=', value(0)),
);

function hasRoom(
  tx: UnitTx,
  { accountId, kind, most }: { readonly accountId: number; readonly kind: string; readonly most: number },
): boolean {
  const isSuspended = suspension.get(tx, [accountId])?.['suspended_at'] !== null;
  const waiting = Number(waitingOfKind.get(tx, [accountId, kind])?.['waiting']);
  return !isSuspended && waiting < most;
}

/** Puts a mail into the outbox; it is due at once. One that anybody can ask for may be dropped instead. */
export function queueMail(
  tx: UnitTx,
  { accountId, kind, userId, address, data = {}, most }: QueuedMail & { readonly accountId: number },
): void {
  if (most !== undefined && !hasRoom(tx, { accountId, kind, most })) return;
  const id = allocateId({ tx, accountId }, 'mail_outbox');
  insertMail.run(tx, [accountId, id, kind, userId, JSON.stringify(data), tx.now, 0, address ?? null]);
  expectWork(tx, { kind: 'send_mails', accountId }, tx.now);
}

const dueMail = statement((db, value) =>
  db
    .selectFrom('mail_outbox')
    .innerJoin('accounts', 'accounts.id', 'mail_outbox.account_id')
    .select(['account_id', 'mail_outbox.id as id', 'kind', 'user_id', 'data', 'attempts', 'address'])
    .select(['mail_outbox.created_at as created_at', 'accounts.name as account_name'])
    .where('mail_outbox.account_id', '=', value(0))
    .where('due_at', '<=', value(1))
    .where('accounts.suspended_at', 'is', null)
    .orderBy('due_at')
    .orderBy('mail_outbox.id')
    .limit(1),
);

/** The mail that has been due for longest; none of an account that is suspended. */
export async function findDueMail(tx: Tx, accountId: number): Promise<OutboxMail | undefined> {
  const row = await dueMail.get(tx, [accountId, tx.now]);
  if (row === undefined) return undefined;
  return {
    accountId: row['account_id'] as number,
    accountName: row['account_name'] as string,
    id: row['id'] as number,
    kind: row['kind'] as string,
    userId: row['user_id'] as number | null,
    data: row['data'] as string,
    address: row['address'] as string | null,
    createdAt: row['created_at'] as number,
    attempts: row['attempts'] as number,
  };
}

type MailKey = Pick<OutboxMail, 'accountId' | 'id' | 'attempts'>;

const moveOn = statement((db, value) =>
  db
    .updateTable('mail_outbox')
    .set({ due_at: value(0), attempts: value(1) })
    .where('account_id', '=', value(2))
    .where('id', '=', value(3))
    .where('attempts', '=', value(4)),
);

/** Claims the mail for so many seconds; `false`: another process was faster. */
export async function claimMail(
  tx: Tx,
  { accountId, id, attempts }: MailKey,
  lease: number,
): Promise<boolean> {
  return (await moveOn.run(tx, [tx.now + lease, attempts + 1, accountId, id, attempts])) === 1;
}

/** Has a claimed mail tried again at a moment, unless it has changed hands. */
export async function postponeMail(
  tx: Tx,
  { accountId, id, attempts }: MailKey,
  until: number,
): Promise<void> {
  await moveOn.run(tx, [until, attempts, accountId, id, attempts]);
}

const deleteMail = statement((db, value) =>
  db.deleteFrom('mail_outbox').where('account_id', '=', value(0)).where('id', '=', value(1)),
);

/** Takes a mail out of the outbox: it was sent, or never will be. */
export async function removeMail(tx: Tx, { accountId, id }: Omit<MailKey, 'attempts'>): Promise<void> {
  await deleteMail.run(tx, [accountId, id]);
}
