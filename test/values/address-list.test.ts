// Tests lists of IP addresses and ranges.
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseAddressList } from '#values/address-list.ts';
import { seed } from '../support/property.ts';

function includes(list: string, address: string): boolean {
  const parsed = parseAddressList(list);
  assert.ok(!('badPart' in parsed), list);
  return parsed.includes(address);
}

describe('an address list', () => {
  it('holds single addresses and ranges of both families', () => {
    const list = ' 192.0.2.7,10.0.0.0/8 ,, 2001:db8::/32';
    for (const address of ['192.0.2.7', '10.0.0.0', '10.255.255.255', '2001:db8::1', '2001:DB8:ffff::'])
      assert.equal(includes(list, address), true, address);
    for (const address of ['192.0.2.8', '9.255.255.255', '11.0.0.0', '2001:db9::', '', 'nonsense', '10.0.0'])
      assert.equal(includes(list, address), false, address);
  });

  it('treats an IPv4 address mapped into IPv6 as that IPv4 address', () => {
    for (const address of ['::ffff:10.1.2.3', '::ffff:a01:203', '::FFFF:10.1.2.3'])
      assert.equal(includes('10.0.0.0/8', address), true, address);
    assert.equal(includes('::ffff:10.0.0.0/104', '10.9.9.9'), true);
    assert.equal(includes('10.0.0.0/8', '::ffff:11.0.0.0'), false);
  });

  it('ignores the zone of a link-local address', () => {
    assert.equal(includes('fe80::/10', 'fe80::1%eth0'), true);
  });

  it('has one normal spelling, which is empty for an empty list', () => {
    const texts = [' 192.0.2.7,10.0.0.0/8 ', ' , '].map((text) => {
      const list = parseAddressList(text);
      return 'badPart' in list ? list.badPart : list.text;
    });
    assert.deepEqual(texts, ['192.0.2.7, 10.0.0.0/8', '']);
  });

  it('names the part that is neither address nor range', () => {
    for (const part of [
      '10.0.0.*',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      'host',
      '010.0.0.1',
      'fe80::1%1',
      '1.2.3.4/-1',
    ])
      assert.deepEqual(parseAddressList(`192.0.2.7, ${part}`), { badPart: part });
  });

  it('holds exactly the addresses that share the first bits of a range', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (range, address, bits) => {
        fc.pre(isIP(range) === 4 && isIP(address) === 4);
        const number = (text: string): number =>
          text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const first = (text: string): number => Math.floor(number(text) / 2 ** (32 - bits));
        assert.equal(includes(`${range}/${bits}`, address), first(range) === first(address));
      }),
      { seed },
    );
  });
});
