// Sends what the outbox holds, whichever process put it there: one mail after another, again with growing pauses when it
// fails, given up after a day. SMTP cannot tell whether a mail whose answer was lost arrived; such a mail is sent again.
import type { Observe, ObservedEvent } from '#observe/event.ts';
import { listAccountIds } from '#sql/accounts.ts';
import type { Database, Tx } from '#sql/database.ts';
import { composeMail } from './compose-mail.ts';
import { findReceiver } from './find-receiver.ts';
import { mailKinds, type MailKind, type MailLanguage } from './mail-kinds.ts';
import type { AccountRounds } from '#sql/account-rounds.ts';
import { longestDelivery, type Deliver, type Delivery, type OutgoingMail } from './mail-server.ts';
import { claimMail, findDueMail, postponeMail, removeMail, type OutboxMail } from './outbox.ts';

type MailHandled = Extract<ObservedEvent, { kind: 'mail_handled' }>;

/** What sending needs. */
export interface MailSenderParts {
  readonly database: Database;
  readonly observe: Observe;
  readonly deliver: Deliver;
  readonly rounds: AccountRounds;
  /** Where links begin. */
  readonly publicUrl: string;
  /** The sender, whose domain makes message ids. */
  readonly mailFrom: string;
  /** A code that lets the user choose a password for so many seconds. */
  readonly createCode: (
    tx: Tx,
    code: { readonly accountId: number; readonly userId: number; readonly lifetime: number },
  ) => Promise<string | null>;
}

/** They have no address, or may not get mail; whoever asked for it was told, if it matters. */
const noReceiver = 'no_receiver';
const firstPause = 30;
const longestPause = 3600;
const givenUpAfter = 86_400;
/** Longer than any conversation: nobody takes a mail that is being sent. */
const lease = 5 * longestDelivery;
/** How long a mail server that does not answer is left alone. */
const rest = 10;

/** Seconds until the next attempt after so many. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempts - 1));
}

/** `stop`: no further mail is begun; `cut`: the one being sent is broken off. */
export interface MailSignals {
  readonly stop: AbortSignal;
  readonly cut: AbortSignal;
}

/** Makes the task: it sends what is due, until nothing is or it is stopped. */
export function createMailSender(parts: MailSenderParts): (signals: MailSignals) => Promise<void> {
  let quietUntil = 0;
  const sendNext = async (accountId: number, cut: AbortSignal): Promise<boolean> => {
    const due = await parts.database.read(accountId, async (tx) =>
      tx.now < quietUntil ? undefined : findDueMail(tx, accountId),
    );
    if (due === undefined) return false;
    const delivery = await sendOne(parts, due, cut);
    if (delivery?.kind === 'down') quietUntil = delivery.at + rest;
    return true;
  };
  return async ({ stop, cut }) => {
    let found = true;
    // One mail of each account at a time: a long queue in one does not hold up the others.
    while (found && !stop.aborted) {
      found = false;
      for (const accountId of await parts.rounds.next(() => accountIds(parts))) {
        if (!stop.aborted && (await sendNext(accountId, cut))) found = true;
      }
    }
  };
}

async function accountIds({ database }: MailSenderParts): Promise<readonly number[]> {
  return (await database.read(null, listAccountIds)).map(({ id }) => id);
}

/** A mail put together, or why there is none to send. */
type Claimed =
  | { readonly mail: OutboxMail; readonly outgoing: OutgoingMail }
  | { readonly mail: OutboxMail; readonly pointless: string };

async function sendOne(
  parts: MailSenderParts,
  due: OutboxMail,
  signal: AbortSignal,
): Promise<{ readonly kind: Delivery['kind']; readonly at: number } | null> {
  const claimed = await parts.database.write(due.accountId, (tx) => claim(parts, tx, due));
  if (claimed === null) return null;
  const { mail } = claimed;
  if ('pointless' in claimed) {
    const outcome = claimed.pointless === noReceiver ? 'dropped' : 'given_up';
    if (mail.userId !== null) tell(parts, mail, { outcome, reason: claimed.pointless });
    return null;
  }
  const delivery = await parts.deliver(claimed.outgoing, signal);
  const { now, givenUp } = await parts.database.write(mail.accountId, (tx) => settle(tx, mail, delivery));
  const reason = delivery.kind === 'sent' ? '' : delivery.reason;
  const outcome = delivery.kind === 'sent' ? 'sent' : givenUp ? 'given_up' : 'postponed';
  tell(parts, mail, { outcome, reason });
  return { kind: delivery.kind, at: now };
}

async function claim(parts: MailSenderParts, tx: Tx, due: OutboxMail): Promise<Claimed | null> {
  if (!(await claimMail(tx, due, lease))) return null;
  const mail = { ...due, attempts: due.attempts + 1 };
  const outgoing = await outgoingMail(parts, tx, mail);
  if (typeof outgoing !== 'string') return { mail, outgoing };
  await removeMail(tx, mail);
  return { mail, pointless: outgoing };
}

async function outgoingMail(
  parts: MailSenderParts,
  tx: Tx,
  mail: OutboxMail,
): Promise<OutgoingMail | string> {
  const { accountId, userId } = mail;
  const kind = mailKinds[mail.kind];
  const receiver = userId === null ? undefined : await findReceiver(tx, { accountId, userId });
  if (kind === undefined) return 'unknown_kind';
  if (userId === null || receiver === undefined) return noReceiver;
  if (tx.now - mail.createdAt >= givenUpAfter) return 'too_old';
  const link = await linkOf(parts, tx, { mail, userId, kind, language: receiver.language });
  const { language, address, fullname } = receiver;
  return {
    to: { name: fullname, address },
    messageId: `<${accountId}.${mail.id}.${mail.createdAt}@${domainOf(parts.mailFrom)}>`,
    date: tx.now * 1000,
    ...composeMail(kind, { language, facts: { ...receiver, data: mail.data }, link }),
  };
}

async function linkOf(
  { publicUrl, createCode }: MailSenderParts,
  tx: Tx,
  to: { mail: OutboxMail; userId: number; kind: MailKind; language: MailLanguage },
): Promise<string | null> {
  const { accountId, accountName } = to.mail;
  const lifetime = to.kind.linkLifetime;
  const code = lifetime === null ? null : await createCode(tx, { accountId, userId: to.userId, lifetime });
  if (code === null) return null;
  const query = new URLSearchParams({ token: code, lang: to.language });
  return `${publicUrl}/${encodeURIComponent(accountName)}/password?${query}`;
}

function domainOf(mailFrom: string): string {
  return /@([^\s<>@]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
}

async function settle(
  tx: Tx,
  mail: OutboxMail,
  delivery: Delivery,
): Promise<{ now: number; givenUp: boolean }> {
  const next = tx.now + pauseAfter(mail.attempts);
  const givenUp = delivery.kind === 'refused' || next - mail.createdAt >= givenUpAfter;
  if (delivery.kind === 'sent' || givenUp) await removeMail(tx, mail);
  else await postponeMail(tx, mail, next);
  return { now: tx.now, givenUp };
}

function tell(
  { observe }: MailSenderParts,
  { accountName, kind, userId, attempts }: OutboxMail,
  { outcome, reason }: Pick<MailHandled, 'outcome' | 'reason'>,
): void {
  observe({ kind: 'mail_handled', outcome, account: accountName, mail: kind, userId, attempts, reason });
}
