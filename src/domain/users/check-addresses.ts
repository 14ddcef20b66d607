// Where people can be reached, and from where they may log in.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule } from '#resource/rule.ts';
import { parseAddressList, type AddressList } from '#values/address-list.ts';
import { isMailAddress } from '#values/mail-address.ts';
import { anyDiffers, differs, rowId } from '../change.ts';

/** Refuses an e-mail address that cannot be one, and network addresses that cannot be read or would let nobody in. */
export const checkAddresses: Rule<'users'> = (change) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  if (differs(change, 'email_address') && typeof after.email_address === 'string')
    after.email_address = mailAddress(after.email_address);
  if (!anyDiffers(change, ['restrict_to_ip', 'allowed_ips'])) return;
  const allowed = networkAddresses(after.allowed_ips ?? '');
  after.allowed_ips = allowed.text === '' ? null : allowed.text;
  if (after.restrict_to_ip === 1) refuseLockOut(change, allowed);
};

function mailAddress(sent: string): string {
  const address = sent.trim();
  if (isMailAddress(address)) return address;
  const message = `email_address is ${JSON.stringify(sent)}; it must be one address such as ada@example.com.`;
  throw new ApiError('invalid_value', message, { field: 'email_address' });
}

function networkAddresses(sent: string): AddressList {
  const list = parseAddressList(sent);
  if (!('badPart' in list)) return list;
  const message = `allowed_ips holds ${JSON.stringify(list.badPart)}; each part must be an IP address or a range such as 10.0.0.0/8.`;
  throw new ApiError('invalid_value', message, { field: 'allowed_ips', data: { part: list.badPart } });
}

/** Nobody locks themselves out by a slip of the pen. */
function refuseLockOut(change: Change<'users'>, allowed: AddressList): void {
  if (allowed.text === '') {
    const message = 'allowed_ips is empty; with restrict_to_ip it must name the addresses to log in from.';
    throw new ApiError('invalid_value', message, { field: 'allowed_ips' });
  }
  const { remoteAddress, accessContext } = change;
  if (accessContext.userId !== rowId(change) || remoteAddress === null || allowed.includes(remoteAddress))
    return;
  const message = `allowed_ips is ${allowed.text}; your own address, ${remoteAddress}, is not among them, and you would be locked out.`;
  throw new ApiError('rule_broken', message, { field: 'allowed_ips' });
}
