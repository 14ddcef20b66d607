// A new e-mail address receives the links that reset the password. Its owner therefore proves the present password, or
// opens a link that the server mails to the new address.
import type { Change, Rule, View } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';
import { isProven, missingProof } from './protect-secrets.ts';

/**
 * Keeps the address that a person sets for themselves without `old_password` in `unconfirmed_email_address`, and mails
 * its link. A changed address is told to the former one. Comes after the rule that checks addresses.
 */
export const confirmAddress: Rule<'users'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'email_address')) return;
  if (waits(change)) keepWaiting(change, view);
  else tellFormer(change, view);
};

function waits(change: Change<'users'>): boolean {
  const { after, accessContext, trusted } = change;
  if (trusted || accessContext.kind === 'machine' || accessContext.userId !== rowId(change)) return false;
  return after.email_address !== null && !isProven(change);
}

function keepWaiting(change: Change<'users'>, view: View): void {
  const { before, after } = change;
  const userId = rowId(change);
  const address = after.email_address;
  if (address === null) return;
  // Each attempt mails an address that the caller chooses.
  view.logins.countMailRequest(`email_address ${userId}`);
  const sent = view.mail({ kind: 'address_to_confirm', userId, address });
  if (!sent) throw missingProof(change, 'email_address is new, and this server mails no link to confirm it');
  after.email_address = before?.email_address ?? null;
  after.unconfirmed_email_address = address;
  if (before?.email_address != null) view.mail({ kind: 'address_requested', userId, data: { address } });
}

function tellFormer({ before, after }: Change<'users'>, view: View): void {
  after.unconfirmed_email_address = null;
  const former = before?.email_address ?? null;
  if (former === null) return;
  const data = { address: after.email_address ?? '' };
  view.mail({
    kind: 'address_changed',
    userId: after.id,
    address: former,
    data,
  });
}
