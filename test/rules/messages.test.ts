import assert from 'node:assert/strict';
import test from 'node:test';
import { checkReceiver, nameSender, stampMessage } from '#rules/messages/check-receiver.ts';
import { changeOf, machine, noon, refusal } from './change-of.ts';

test('a message is sent by the user of the token unless it names a sender', () => {
  const unnamed = changeOf({ sent: { message: 'hi' } });
  void nameSender(unnamed, null as never);
  assert.equal(unnamed.after['sender_id'], 7);
  const named = changeOf({ sight: machine, sent: { message: 'hi', sender_id: 9 } });
  void nameSender(named, null as never);
  assert.equal(named.after['sender_id'], 9);
});

test('a credential without a user must name the sender', () => {
  const change = changeOf({ sight: machine, sent: { message: 'hi' } });
  assert.throws(() => void nameSender(change, null as never), refusal('missing_parameter', 'sender_id'));
});

test('a message to all names no receiver, one to a user or department must', async () => {
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

test('a receiver of 0 to all means none', async () => {
  const change = changeOf({ sent: { receiver_type: 'ALL', receiver_id: 0 } });
  await checkReceiver(change, null as never);
  assert.equal(change.after['receiver_id'], null);
});

test('a message is stamped when it is written and when it changes, not when it is sent back unchanged', () => {
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
