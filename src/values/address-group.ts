// Network addresses that belong to one client: limits for each address count them together.

const mappedIpv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i;
const groupsOfNetwork = 4;

/** An IPv4 address as it is, of an IPv6 address its network of 64 bits: a single customer is given all of it. */
export function addressGroup(address: string): string {
  const ipv4 = mappedIpv4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? 0 : Math.max(0, 2 * groupsOfNetwork - groups.length - after);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? '').split(':')];
  const network = all.slice(0, groupsOfNetwork).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
