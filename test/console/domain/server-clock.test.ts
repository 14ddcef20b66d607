// Whether the machine's clock is right, judged by an answer of the server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockOffset } from '../../../console/domain/server-clock.ts';

const at = (seconds: number): number => 1_790_000_000_000 + seconds * 1000;
const server = (seconds: number): number => 1_790_000_000 + seconds;

describe('the clock of the machine beside the clock of the server', () => {
  it('is left alone when the answer took nine seconds', () => {
    assert.equal(clockOffset(server(0), { asked: at(0), received: at(9) }), 0);
    assert.equal(clockOffset(server(9), { asked: at(0), received: at(9) }), 0);
  });

  it('is left alone when it is two seconds wrong', () => {
    assert.equal(clockOffset(server(2), { asked: at(0), received: at(0) }), 0);
    assert.equal(clockOffset(server(-2), { asked: at(0), received: at(0) }), 0);
  });

  it('is set right when it is an hour behind or ahead', () => {
    assert.equal(clockOffset(server(3600), { asked: at(0), received: at(1) }), 3600);
    assert.equal(clockOffset(server(-3600), { asked: at(0), received: at(1) }), -3600);
  });

  it('is set right to half the way of the answer when the answer was slow', () => {
    assert.equal(clockOffset(server(3605), { asked: at(0), received: at(10) }), 3601);
  });
});
