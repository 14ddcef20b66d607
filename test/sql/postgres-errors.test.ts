// Tests what errors mean that PostgreSQL and Citus send.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DatabaseError } from 'pg';
import { isConnectionLost, isUnavailable, isWorthRepeating } from '#sql/dialects/postgres-errors.ts';

function internalError(message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, 'error'), { code: 'XX000' });
}

it('takes it for a lost connection when Citus loses a node in a transaction', () => {
  for (const message of [
    'failure on connection marked as essential: 10.0.0.32:5432',
    'could not commit transaction for shard 102050 on at least one active node',
    'server closed the connection unexpectedly',
    'SSL SYSCALL error: EOF detected',
    'could not receive data from server: Connection reset by peer',
  ]) {
    assert.equal(isConnectionLost(internalError(message)), true, message);
    assert.equal(isUnavailable(internalError(message)), true, message);
  }
});

it('takes all other internal errors of PostgreSQL for faults', () => {
  assert.equal(isConnectionLost(internalError('cache lookup failed for relation 1')), false);
  assert.equal(isUnavailable(internalError('cache lookup failed for relation 1')), false);
});

it('repeats what Citus planned before it moved or split the shard', () => {
  for (const message of [
    'could not find valid entry for shard 102018',
    'could not find valid entry for shard placement 12',
  ])
    assert.equal(isWorthRepeating(internalError(message)), true, message);
  assert.equal(isWorthRepeating(internalError('could not find valid entry for partition 3')), false);
});
