// The network address of the client behind a connection, as far as trusted proxies tell it.
import type { IncomingMessage } from 'node:http';
import { parseAddressList, type AddressList } from '#values/address-list.ts';

/** Reads the addresses of the option `trusted-proxies`; `null`: no proxy is trusted. */
export function trustedList(ranges: readonly string[]): AddressList | null {
  if (ranges.length === 0) return null;
  const list = parseAddressList(ranges.join(','));
  if ('badPart' in list) throw new Error(`"${list.badPart}" is no network address.`);
  return list;
}

/** Each trusted proxy adds at the end of `X-Forwarded-For` from whom it got the request. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: AddressList | null,
): string | null {
  let address = socket.remoteAddress ?? null;
  const forwarded = trusted === null ? undefined : headers['x-forwarded-for'];
  if (forwarded === undefined) return address;
  const before = String(forwarded)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  while (before.length > 0 && address !== null && trusted?.includes(address) === true)
    address = before.pop() ?? null;
  return address;
}
