// Attempts that arrive at once cost no more password checks than attempts one after another.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '#errors/api-error.ts';
import { createLoginTools } from '#oauth/login-tools.ts';
import { createLoginTurns } from '#oauth/login-turns.ts';
import { createPasswords } from '#oauth/passwords.ts';
import type { Database } from '#sql/database.ts';
import { annasLogin, cheap, describeLogins, type Answer } from './login-service.ts';

const from = (remoteAddress: string): { remoteAddress: string } => ({ remoteAddress });
const guessOf = (index: number) => ({ ...annasLogin, username: `guess ${index}`, password: 'wrong' });

/** Checks passwords and counts how often. */
function counted() {
  const count = { checks: 0 };
  const verify: typeof cheap.verify = (...given) => {
    count.checks += 1;
    return cheap.verify(...given);
  };
  return { count, passwords: { ...cheap, verify } };
}

/** What came of each: `overloaded`, `delayed` or the status. */
async function outcomes(
  answers: readonly Promise<Answer>[],
  { dialect }: Pick<Database, 'dialect'>,
): Promise<Readonly<Record<string, number>>> {
  const settled = await Promise.allSettled(answers);
  const names = settled.map((one) => {
    if (one.status === 'rejected') {
      // The edge answers 503 to what finds no connection in time.
      if (dialect.isUnavailable(one.reason)) return 'overloaded';
      return one.reason instanceof ApiError ? one.reason.code : 'failed';
    }
    return one.value.headers['retry-after'] === undefined ? String(one.value.status) : 'delayed';
  });
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]),
  );
}

describeLogins('attempts at once', (loginService) => {
  test('from one address under 400 names cost some thirty checks', async (t) => {
    const { count, passwords } = counted();
    const login = await loginService(t, { passwords });
    const guesses = Array.from({ length: 400 }, (_, index) => login.ask(guessOf(index)));
    const came = await outcomes(guesses, login.database);
    assert.ok(count.checks >= 30 && count.checks <= 33, `${count.checks} checks`);
    assert.equal(came['400'], 30);
    assert.equal((came['delayed'] ?? 0) + (came['overloaded'] ?? 0), 370);
    assert.equal((await login.ask(annasLogin, from('192.0.2.9'))).status, 200);
  });

  test('for one name from fifty addresses cost some twenty checks', async (t) => {
    const { count, passwords } = counted();
    const login = await loginService(t, { passwords });
    const wrong = { ...annasLogin, password: 'wrong' };
    const guesses = Array.from({ length: 50 }, (_, index) => login.ask(wrong, from(`192.0.2.${index}`)));
    await outcomes(guesses, login.database);
    assert.ok(count.checks >= 20 && count.checks <= 21, `${count.checks} checks`);
  });

  test('with a wrong old password cost six checks at most', async (t) => {
    const { count, passwords } = counted();
    const { database, acme, anna } = await loginService(t);
    const turns = createLoginTurns();
    const tools = createLoginTools({ database, passwords, turns, publicUrl: '' });
    const asked = { credential: null, requestId: 'test' };
    const proof = { accountId: acme, userId: anna, address: '192.0.2.1', asked };
    const proofs = Array.from({ length: 20 }, (_, index) =>
      tools.prove({ ...proof, password: `guess ${index}` }),
    );
    const codes = (await Promise.allSettled(proofs)).map(
      (one) => one.status === 'rejected' && (one.reason as ApiError).code,
    );
    assert.equal(codes.filter((code) => code === 'wrong_password').length, 5);
    assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 15);
    assert.ok(count.checks >= 5 && count.checks <= 6, `${count.checks} checks`);
  });
});

suite('password checks', () => {
  const passwords = createPasswords({ argon2Memory: 8 * 1024, argon2Iterations: 1 });
  const checkOf = (hash: string | null, index: number) =>
    passwords.verify(hash, 'right', null, { name: `address ${index}`, known: false });

  test('of 300 addresses are refused beyond 202, and those of a known person are not', async () => {
    const hash = await passwords.hash('right');
    const strangers = Promise.allSettled(
      Array.from({ length: 300 }, (_, index) => checkOf(index % 2 ? hash : null, index)),
    );
    assert.equal(await passwords.verify(hash, 'right', null, { name: 'anna', known: true }), true);
    const refused = (await strangers).filter((one) => one.status === 'rejected');
    assert.equal(refused.length, 98);
    for (const { reason } of refused) assert.equal((reason as ApiError).code, 'overloaded');
    assert.equal(await checkOf(hash, 1), true);
  });

  test('of one address let another address have its turn', async () => {
    const order: string[] = [];
    const check = async (name: string): Promise<void> => {
      await passwords.verify(null, 'wrong', null, { name, known: false });
      order.push(name);
    };
    await Promise.all([...Array.from({ length: 90 }, () => check('one')), check('another')]);
    // Checks run in threads, of which a busy machine may let one wait.
    assert.ok(order.indexOf('another') < 45, order.join());
  });
});
