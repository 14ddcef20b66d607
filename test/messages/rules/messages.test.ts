// The rules of a message check its sender and receiver and set its timestamps.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkReceiver, nameSender, stampMessage } from '#domain/messages/check-receiver.ts';
import { changeOf, machine, noon, refusal } from '../../support/change-of.ts';

test('takes the sender from the token unless the request names one', () => {
  const unnamed = changeOf({ sent: { message: 'hi' } });
  void nameSender(unnamed, null as never);
  assert.equal(unnamed.after['sender_id'], 7);
  const named = changeOf({ accessContext: machine, sent: { message: 'hi', sender_id: 9 } });
  void nameSender(named, null as never);
  assert.equal(named.after['sender_id'], 9);
});

test('requires a sender for a credential without a user', () => {
  const change = changeOf({ accessContext: machine, sent: { message: 'hi' } });
  assert.throws(() => void nameSender(change, null as never), refusal('missing_parameter', 'sender_id'));
});

test('refuses a receiver for all, and requires one for a user or department', async () => {
  const all = changeOf({ sent: { receiver_type: 'ALL', receiver_id: 5 } });
  await assert.rejects(
    async () => checkReceiver(all, null as never),
    refusal('contradiction', 'receiver_id'),
  );
  for (const type of ['USER', 'DEPARTMENT']) {
    const change = changeOf({ sent: { receiver_type: type } });
    await assert.rejects(
      async () => checkReceiver(change, null as never),
      refusal('missing_parameter', 'receiver_id'),
    );
  }
});

test('stores receiver 0 of a message to all as none', async () => {
  const change = changeOf({ sent: { receiver_type: 'ALL', receiver_id: 0 } });
  await checkReceiver(change, null as never);
  assert.equal(change.after['receiver_id'], null);
});

test('updates the timestamp on create and change, not when values stay the same', () => {
  const written = changeOf({ sent: { message: 'hi' } });
  void stampMessage(written, null as never);
  assert.deepEqual([written.after['timestamp'], written.after['timestamp_update']], [noon, noon]);
  const before = { message: 'hi', timestamp: 1, timestamp_update: 1 };
  const same = changeOf({ before, sent: { message: 'hi' } });
  void stampMessage(same, null as never);
  assert.equal(same.after['timestamp_update'], 1);
  const changed = changeOf({ before, sent: { message: 'ho' } });
  void stampMessage(changed, null as never);
  assert.deepEqual([changed.after['timestamp'], changed.after['timestamp_update']], [1, noon]);
});
