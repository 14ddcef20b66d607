// From `X-Forwarded-For` only what trusted proxies have written is believed; what stands before that, anybody can write.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { clientAddress, trustedList } from '#http/client-address.ts';

/** The address of a client, from whom the connection comes and what `X-Forwarded-For` says, with 10.0.0.0/8 trusted. */
function addressOf(from: string | undefined, forwarded?: string, trusted = ['10.0.0.0/8']): string | null {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = { socket: { remoteAddress: from }, headers } as unknown as IncomingMessage;
  return clientAddress(request, trustedList(trusted));
}

describe('the address of a client', () => {
  it('is that of the connection when no proxy is trusted', () => {
    assert.equal(addressOf('10.0.0.1', '203.0.113.7', []), '10.0.0.1');
  });

  it('is that of a connection from an address that is not trusted', () => {
    assert.equal(addressOf('198.51.100.9', '203.0.113.7'), '198.51.100.9');
    assert.equal(addressOf('198.51.100.9', '203.0.113.7, 10.0.0.2'), '198.51.100.9');
  });

  it('is what the last trusted proxy has seen, whatever the client wrote before', () => {
    assert.equal(addressOf('10.0.0.1', '203.0.113.7'), '203.0.113.7');
    assert.equal(addressOf('10.0.0.1', '192.0.2.1, 203.0.113.7'), '203.0.113.7');
    assert.equal(addressOf('10.0.0.1', '192.0.2.1, 203.0.113.7, 10.0.0.2'), '203.0.113.7');
  });

  it('is that of the proxy when it tells none', () => {
    assert.equal(addressOf('10.0.0.1'), '10.0.0.1');
    assert.equal(addressOf('10.0.0.1', ' , '), '10.0.0.1');
  });

  it('is unknown when the connection is gone', () => {
    assert.equal(addressOf(undefined, '203.0.113.7'), null);
  });
});
