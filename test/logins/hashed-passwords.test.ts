// Passwords are hashed only for rows and fields that the caller may write: hashing costs more than all the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRequest } from '#engine/run-request.ts';
import type { Caller } from '#resource/access.ts';
import { permissionScopes } from '#resource/permission-scopes.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire } from '../time-tracking/booking.ts';

onEveryEngine('passwords of a request', (place) => {
  /** Sends a request as a user, and answers which passwords were hashed and what came of each item. */
  const sent = async (userId: number, method: 'POST' | 'PUT', action: string, body: unknown) => {
    const { account, installation } = place;
    const hashed: string[] = [];
    const { engine } = installation.app;
    const hashSecret: typeof engine.hashSecret = (secret, caller) => {
      hashed.push(secret);
      return engine.hashSecret(secret, caller);
    };
    const caller: Caller = {
      kind: 'user',
      accountId: account.id,
      accountName: account.name,
      userId,
      clientId: 'tests',
      readOnly: false,
    };
    const request = {
      method,
      path: `/${account.name}/v4/users/${action}`,
      query: '',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      remoteAddress: null,
      requestId: 'hashed',
    };
    const answer = await runRequest({ ...engine, hashSecret }, { caller, request });
    const { Results } = JSON.parse(String(answer.body)) as { Results?: { Success: boolean }[] };
    return { hashed: hashed.toSorted(), status: answer.status, items: Results?.map((item) => item.Success) };
  };
  const strong = (index: number): string => `Kjq!82-${index}-lantern`;

  test('are not hashed for the rows of others, one by one or in a batch', async () => {
    const one = await hire(place.machine, 'hashes.one');
    const other = await hire(place.machine, 'hashes.other');
    const batch = Array.from({ length: 100 }, (_, index) => ({ id: other, password: strong(index) }));
    const { hashed, items } = await sent(one, 'PUT', 'update', batch);
    assert.deepEqual(hashed, []);
    assert.deepEqual(new Set(items), new Set([false]));
    const alone = await sent(one, 'PUT', 'update', { id: other, password: strong(0) });
    assert.deepEqual(alone.hashed, []);
    assert.ok([401, 422].includes(alone.status), String(alone.status));
  });

  test('and PINs of others are not hashed for the holder of a grant on users', async () => {
    const one = await hire(place.machine, 'hashes.grant');
    const other = await hire(place.machine, 'hashes.fourth');
    const grant = { user_id: one, resource_name: 'users', permission_name: 'update' };
    await place.machine.create('permissions', { ...grant, permission_scope_id: permissionScopes.all });
    for (const field of ['password', 'pin_code']) {
      const batch = [1, 2].map((index) => ({ id: other, [field]: strong(index) }));
      assert.deepEqual(await sent(one, 'PUT', 'update', batch), {
        hashed: [],
        status: 200,
        items: [false, false],
      });
      const alone = await sent(one, 'PUT', 'update', { id: other, [field]: strong(0) });
      assert.deepEqual([alone.hashed, alone.status], [[], 401]);
    }
    assert.deepEqual((await sent(one, 'PUT', 'update', { id: one, pin_code: '4711' })).hashed, ['4711']);
  });

  test('of the caller are hashed only with the present password', async () => {
    const one = await hire(place.machine, 'hashes.own');
    const change = { id: one, password: strong(1) };
    assert.deepEqual((await sent(one, 'PUT', 'update', change)).hashed, []);
    assert.deepEqual((await sent(one, 'PUT', 'update', { ...change, old_password: 'wrong' })).hashed, []);
    const proven = await sent(one, 'PUT', 'update', { ...change, old_password: password });
    assert.deepEqual([proven.hashed, proven.status], [[strong(1)], 200]);
  });

  test('are not hashed for rows that the caller may not create', async () => {
    const one = await hire(place.machine, 'hashes.none');
    const batch = [1, 2].map((index) => ({
      username: `made.${index}`,
      firstname: 'M',
      lastname: 'M',
      password: strong(index),
    }));
    assert.deepEqual((await sent(one, 'POST', 'create', batch)).hashed, []);
  });

  test('of a batch in which one item is allowed are hashed for that item alone', async () => {
    const other = await hire(place.machine, 'hashes.third');
    const batch = [
      { id: other, pin_code: strong(1) },
      { id: 999_999, password: strong(2) },
      { id: other, no_such_field: 1, password: strong(3) },
      { id: other, password: strong(4) },
    ];
    const { hashed, items } = await sent(1, 'PUT', 'update', batch);
    assert.deepEqual(hashed, [strong(1)]);
    assert.deepEqual(items?.slice(1), [false, false, false]);
  });
});
