// Whether the machine's clock is right, judged by an answer of the server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clockOffset, momentShift } from '../../../console/domain/server-clock.ts';

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

describe('an answer when the clock was found to be wrong before', () => {
  it('leaves alone what it does not contradict', () => {
    assert.equal(clockOffset(server(5), { asked: at(0), received: at(9) }, 5), 5);
    assert.equal(clockOffset(server(7), { asked: at(0), received: at(0) }, 5), 5);
  });

  it('tells that the clock was set right', () => {
    assert.equal(clockOffset(server(0), { asked: at(0), received: at(0) }, 3600), 0);
  });
});

describe('the moment of a press', () => {
  const wrong = { offset: -3600, ahead: 3600 };
  const right = { offset: 0, ahead: 0 };

  it('moves where the clock was set right before it, and not where after it', () => {
    assert.equal(momentShift(wrong, 0, right), 3600);
    assert.equal(momentShift(wrong, 3600, right), 0);
  });

  it('does not move where the machine slept before it, after it, or both', () => {
    assert.equal(momentShift(right, 500, { offset: 0, ahead: 500 }), 0);
    assert.equal(momentShift(right, 0, { offset: 0, ahead: 500 }), 0);
    assert.equal(momentShift(right, 500, { offset: 0, ahead: 900 }), 0);
  });

  it('does not move by what the two clocks differ in hours', () => {
    assert.equal(momentShift(right, 1.5, { offset: 0, ahead: 1.9 }), 0);
  });
});
