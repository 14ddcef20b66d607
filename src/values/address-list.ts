// Lists of network addresses as people write them: `192.0.2.7, 10.0.0.0/8, 2001:db8::/32`. It must not know users.
import { BlockList, isIP } from 'node:net';

/** A list that has been read. */
export interface AddressList {
  /** As it is kept: parts in their order, separated by `, `. */
  readonly text: string;
  /** Whether an address lies in it; an IPv4 address mapped into IPv6 counts as itself. */
  includes(address: string): boolean;
}

/** Reads a list, or answers the part that is neither an address nor a range. Empty parts are left out. */
export function parseAddressList(text: string): AddressList | { readonly badPart: string } {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const ranges = new BlockList();
  for (const part of parts) if (!addRange(ranges, part)) return { badPart: part };
  return {
    text: parts.join(', '),
    includes: (address) => {
      const [plain = ''] = address.split('%');
      return isIP(plain) !== 0 && ranges.check(plain, familyOf(plain));
    },
  };
}

function addRange(ranges: BlockList, part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false;
  const family = familyOf(address);
  const most = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (prefix < 0 || prefix > most) return false;
  ranges.addSubnet(address, prefix, family);
  return true;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
