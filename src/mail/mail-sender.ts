// Sends what the outbox holds, whichever process put it there: one mail after another, again with growing pauses when it
// fails, given up after a day. SMTP cannot tell whether a mail whose answer was lost arrived; such a mail is sent again.
import type { Observe, ObservedEvent } from '#observe/event.ts';
import { writeIfListed } from '#sql/accounts.ts';
import type { Database, Tx } from '#sql/database.ts';
import { expectNextMail } from '#sql/due-work.ts';
import { workThroughDue } from '#sql/work-through-due.ts';
import { composeMail } from './compose-mail.ts';
import { findReceiver } from './find-receiver.ts';
import type { MailedPurpose, MailKind, MailLanguage } from './mail-kind.ts';
import { mailKinds } from './mail-kinds.ts';
import { longestDelivery, type Deliver, type Delivery, type OutgoingMail } from './mail-server.ts';
import { claimMail, findDueMail, postponeMail, removeMail, type OutboxMail } from './outbox.ts';

type MailHandled = Extract<ObservedEvent, { kind: 'mail_handled' }>;

/** What sending needs. */
export interface MailSenderParts {
  readonly database: Database;
  readonly observe: Observe;
  readonly deliver: Deliver;
  /** Where links begin. */
  readonly publicUrl: string;
  /** The sender, whose domain makes message ids. */
  readonly mailFrom: string;
  /** A code for a link, good for one purpose and for so many seconds. */
  readonly createCode: (
    tx: Tx,
    code: { accountId: number; userId: number; purpose: MailedPurpose; lifetime: number },
  ) => Promise<string | null>;
}

/** The receiver has no address, or may not get mail. If it matters, the server has told the requester. */
const noReceiver = 'no_receiver';
const firstPause = 30;
const longestPause = 3600;
const givenUpAfter = 86_400;
/** Longer than any conversation: no other process takes a mail that is being sent. */
const lease = 5 * longestDelivery;
/** How long a mail server that does not answer is left alone. */
const rest = 10;
const longestReason = 200;

/** Seconds until the next attempt after so many. */
export function pauseAfter(attempts: number): number {
  return Math.min(longestPause, firstPause * 2 ** (attempts - 1));
}

/** `stop`: no further mail is begun; `cut`: the one being sent is broken off. */
export interface MailSignals {
  readonly stop: AbortSignal;
  readonly cut: AbortSignal;
  /** Told of an account whose mails cannot be looked at; left out: who is told of mails. */
  readonly observe?: Observe;
}

/** Makes the task: it sends what is due, until nothing is or it is stopped. */
export function createMailSender(parts: MailSenderParts): (signals: MailSignals) => Promise<void> {
  const { database } = parts;
  let quietUntil = 0;
  return async ({ stop, cut, observe = parts.observe }) => {
    let isQuiet = (await database.read(null, async (tx) => tx.now)) < quietUntil;
    await workThroughDue(database, {
      kind: 'send_mails',
      goOn: () => !isQuiet && !stop.aborted,
      // One mail of each account at a time: a long queue in one does not hold up the others.
      work: async ({ id }) => {
        const delivery = await sendNext(parts, id, cut);
        if (delivery?.kind !== 'down') return;
        quietUntil = delivery.at + rest;
        isQuiet = true;
      },
      failed: (account, error) =>
        observe({ kind: 'background_failed', task: `send_mails of ${account.name}`, error }),
    });
  };
}

/** What became of a mail, and when, in epoch seconds. */
interface Handled {
  readonly kind: Delivery['kind'] | 'pointless';
  readonly at: number;
}

/** Sends the account's next mail; `null`: others were faster. */
async function sendNext(
  parts: MailSenderParts,
  accountId: number,
  cut: AbortSignal,
): Promise<Handled | null> {
  const due = await parts.database.read(accountId, (tx) => findDueMail(tx, accountId));
  if (due !== undefined) return sendOne(parts, due, cut);
  await writeIfListed(parts.database, accountId, (tx) => expectNextMail({ tx, accountId }));
  return null;
}

/** A mail put together, or why there is none to send. */
type Claimed = { readonly mail: OutboxMail; readonly at: number } & (
  { readonly outgoing: OutgoingMail } | { readonly pointless: string }
);

async function sendOne(
  parts: MailSenderParts,
  due: OutboxMail,
  signal: AbortSignal,
): Promise<Handled | null> {
  const claimed = await claimSafely(parts, due);
  if (claimed === null || 'failed' in claimed) return claimed?.failed ?? null;
  const { mail, at } = claimed;
  if ('pointless' in claimed) {
    const outcome = claimed.pointless === noReceiver ? 'dropped' : 'given_up';
    if (mail.userId !== null) tell(parts, mail, { outcome, reason: claimed.pointless });
    return { kind: 'pointless', at };
  }
  const delivery = await parts.deliver(claimed.outgoing, signal);
  const { now, givenUp } = await parts.database.write(mail.accountId, (tx) => settle(tx, mail, delivery));
  const reason = delivery.kind === 'sent' ? '' : delivery.reason;
  const outcome = delivery.kind === 'sent' ? 'sent' : givenUp ? 'given_up' : 'postponed';
  tell(parts, mail, { outcome, reason });
  return { kind: delivery.kind, at: now };
}

/** A mail that cannot be put together is postponed by itself, so that the account's other mails go out. */
async function claimSafely(
  parts: MailSenderParts,
  due: OutboxMail,
): Promise<Claimed | { readonly failed: Handled } | null> {
  const { database } = parts;
  try {
    return await database.write(due.accountId, (tx) => claim(parts, tx, due));
  } catch (error) {
    const mail = { ...due, attempts: due.attempts + 1 };
    const reason = String(error).replace(/\s+/g, ' ').slice(0, longestReason);
    const delivery: Delivery = { kind: 'failed', reason };
    const done = await database.write(due.accountId, async (tx) =>
      (await claimMail(tx, due, lease)) ? settle(tx, mail, delivery) : null,
    );
    if (done === null) return null;
    tell(parts, mail, { outcome: done.givenUp ? 'given_up' : 'postponed', reason });
    return { failed: { kind: 'failed', at: done.now } };
  }
}

async function claim(parts: MailSenderParts, tx: Tx, due: OutboxMail): Promise<Claimed | null> {
  if (!(await claimMail(tx, due, lease))) return null;
  const mail = { ...due, attempts: due.attempts + 1 };
  const outgoing = await outgoingMail(parts, tx, mail);
  if (typeof outgoing === 'string') await removeMail(tx, mail);
  await expectNextMail({ tx, accountId: mail.accountId });
  return { mail, at: tx.now, ...(typeof outgoing === 'string' ? { pointless: outgoing } : { outgoing }) };
}

async function outgoingMail(
  parts: MailSenderParts,
  tx: Tx,
  mail: OutboxMail,
): Promise<OutgoingMail | string> {
  const { accountId, userId } = mail;
  const kind = mailKinds[mail.kind];
  const receiver = userId === null ? undefined : await findReceiver(tx, { ...mail, userId });
  if (kind === undefined) return 'unknown_kind';
  if (userId === null || receiver === undefined) return noReceiver;
  if (tx.now - mail.createdAt >= givenUpAfter) return 'too_old';
  const { language, address, fullname } = receiver;
  const data = JSON.parse(mail.data) as Readonly<Record<string, string>>;
  const link = await linkOf(parts, tx, { mail, userId, kind, language, screen: data['screen'] ?? '' });
  return {
    to: { name: fullname, address },
    messageId: `<${accountId}.${mail.id}.${mail.createdAt}@${domainOf(parts.mailFrom)}>`,
    date: tx.now * 1000,
    ...composeMail(kind, { language, facts: { ...receiver, data }, link }),
  };
}

/** The page behind a mailed link, below the account. */
const pages: Readonly<Record<MailedPurpose, string>> = { password: 'password', address: 'email' };

async function linkOf(
  { publicUrl, createCode }: MailSenderParts,
  tx: Tx,
  to: { mail: OutboxMail; userId: number; kind: MailKind; language: MailLanguage; screen: string },
): Promise<string | null> {
  const { accountId, accountName } = to.mail;
  const { link } = to.kind;
  if (link === null) return null;
  if (link.purpose === 'screen')
    return to.screen === '' ? null : `${publicUrl}/@${encodeURIComponent(accountName)}/${to.screen}`;
  const code = await createCode(tx, { accountId, userId: to.userId, ...link });
  if (code === null) return null;
  const query = new URLSearchParams({ token: code, lang: to.language });
  return `${publicUrl}/${encodeURIComponent(accountName)}/${pages[link.purpose]}?${query}`;
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
  await expectNextMail({ tx, accountId: mail.accountId });
  return { now: tx.now, givenUp };
}

function tell(
  { observe }: MailSenderParts,
  { accountName, kind, userId, attempts }: OutboxMail,
  { outcome, reason }: Pick<MailHandled, 'outcome' | 'reason'>,
): void {
  observe({ kind: 'mail_handled', outcome, account: accountName, mail: kind, userId, attempts, reason });
}
