// The password grant accepts valid logins, refuses all others alike, and delays and blocks after failures.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createTokenEndpoint } from '#oauth/token-endpoint.ts';
import { delayAfter } from '#oauth/attempt-counts.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { column, run, start } from '../sql/scratch.ts';
import {
  addUser,
  annasLogin,
  cheap,
  form,
  describeLogins,
  requestOf,
  userColumn,
  watched,
  type Answer,
  type LoginService,
} from './login-service.ts';
import { seed } from '../support/property.ts';

const wrong = { ...annasLogin, password: 'wrong' };
const unknown = { ...annasLogin, username: 'nobody' };
const from = (remoteAddress: string): { remoteAddress: string } => ({ remoteAddress });

async function failTimes(login: LoginService, times: number, parameters = wrong): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < times; index += 1) answers.push(await login.ask(parameters));
  return answers;
}

/** Fails from a new address each time, so that no delay stands in the way. */
async function failFromEverywhere(login: LoginService, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await login.ask(wrong, from(`198.51.100.${index}`));
}

function assertThrottled(answer: Answer, seconds: number): void {
  assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_grant']);
  assert.equal(answer.headers['retry-after'], String(seconds));
  assert.match(String(answer.json['error_description']), /^Too many attempts/);
}

/** Users who may not log in, and what makes them so. */
const shutOut: Readonly<Record<string, string>> = {
  inactive: 'update users set active = 0',
  blocked: 'update users set authentication_blocked = 1',
  deleted: 'delete from users',
};

describeLogins('password grant: accepted logins', (loginService) => {
  test('accepts the username in any letter case and Unicode form', async (t) => {
    const { ask, database, acme } = await loginService(t);
    const password = await cheap.hash('gr\u00fc\u00dfe');
    await database.write(acme, (tx) =>
      addUser(tx, { accountId: acme, id: 8, username: 'J\u00fcrgen', password }),
    );
    assert.equal((await ask({ ...annasLogin, username: 'ANNA' })).status, 200);
    const decomposed = { username: 'JU\u0308RGEN', password: 'gru\u0308\u00dfe' };
    assert.equal((await ask({ ...annasLogin, ...decomposed })).status, 200);
  });

  test('updates last_login, the failure count and the revision of the user', async (t) => {
    const login = await loginService(t);
    await failTimes(login, 2);
    const revision = Number(await userColumn(login, 'row_revision'));
    login.clock.set(start + 100);
    assert.equal((await login.ask(annasLogin)).status, 200);
    assert.equal(await userColumn(login, 'last_login'), start + 100);
    assert.equal(await userColumn(login, 'updated'), start + 100);
    assert.equal(await userColumn(login, 'unsuccessful_login_count'), 0);
    assert.equal(await userColumn(login, 'row_revision'), revision + 1);
  });
});

describeLogins('password grant: refused logins', (loginService) => {
  test('answers a wrong password, an unknown user and a barred user alike', async (t) => {
    const answers = [];
    for (const sql of Object.values(shutOut)) {
      const login = await loginService(t);
      answers.push(await login.ask(wrong), await login.ask(unknown));
      await login.database.write(login.acme, (tx) => run(tx, sql));
      answers.push(await login.ask(annasLogin), await login.ask(wrong));
    }
    for (const { status, json } of answers) assert.deepEqual([status, json['error']], [400, 'invalid_grant']);
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  });

  test('runs the same steps and computes one password hash for every refusal', async (t) => {
    const login = await loginService(t);
    const { database, seen } = watched(login.database);
    const verify: typeof cheap.verify = (...given) => {
      seen.push({ sql: 'verify', parameters: [] });
      return cheap.verify(...given);
    };
    const giveToken = createTokenEndpoint({ ...login.service, database, passwords: { ...cheap, verify } });
    const stepsOf = async (parameters: Readonly<Record<string, string>>): Promise<string[]> => {
      seen.length = 0;
      await giveToken(requestOf({ body: form({ ...login.client, ...parameters }) }), 'acme');
      return seen.map(({ sql }) => sql);
    };
    const steps = [await stepsOf(wrong), await stepsOf(unknown)];
    for (const sql of Object.values(shutOut)) {
      await login.database.write(login.acme, (tx) => run(tx, 'delete from login_failures'));
      await login.database.write(login.acme, (tx) => run(tx, sql));
      steps.push(await stepsOf(annasLogin), await stepsOf(wrong));
    }
    assert.equal(steps[0]?.filter((step) => step === 'verify').length, 1);
    for (const one of steps) assert.deepEqual(one, steps[0]);
  });

  test('refuses a user without a password', async (t) => {
    const login = await loginService(t);
    await login.database.write(login.acme, (tx) => run(tx, "update users set password = 'not a hash'"));
    assert.equal((await login.ask(annasLogin)).json['error'], 'invalid_grant');
    assert.equal(await cheap.verify(null, 'nobody'), false);
  });

  test('refuses a password that was replaced during the check', async (t) => {
    const login = await loginService(t);
    const verify: typeof cheap.verify = async (stored, password) => {
      const matches = await cheap.verify(stored, password);
      await login.database.write(login.acme, (tx) => run(tx, "update users set password = 'another'"));
      return matches;
    };
    const giveToken = createTokenEndpoint({ ...login.service, passwords: { ...cheap, verify } });
    const answer = await giveToken(requestOf({ body: form({ ...login.client, ...annasLogin }) }), 'acme');
    assert.equal(answer.status, 400);
  });
});

describeLogins('failed logins', (loginService) => {
  test('allow five attempts, then double the wait from 10 seconds', async (t) => {
    const login = await loginService(t);
    for (const answer of await failTimes(login, 5)) assert.equal(answer.headers['retry-after'], undefined);
    let now = start;
    for (const delay of [10, 20, 40, 80, 160, 320]) {
      assertThrottled(await login.ask(annasLogin), delay);
      login.clock.set(now + delay - 1);
      assertThrottled(await login.ask(wrong), 1);
      login.clock.set((now += delay));
      assert.equal((await login.ask(wrong)).headers['retry-after'], undefined);
    }
  });

  test('delay an unknown user like a known one', async (t) => {
    const login = await loginService(t);
    assert.deepEqual(await failTimes(login, 7, unknown), await failTimes(login, 7, wrong));
    assertThrottled(await login.ask(unknown), 10);
  });

  test('count no attempt during a wait', async (t) => {
    const login = await loginService(t);
    await failTimes(login, 30);
    assert.equal(await userColumn(login, 'unsuccessful_login_count'), 5);
    login.clock.set(start + 10);
    assert.equal((await login.ask(annasLogin)).status, 200);
  });

  test('do not delay other addresses, users and accounts', async (t) => {
    const login = await loginService(t);
    await failTimes(login, 6);
    assert.equal((await login.ask(annasLogin, from('192.0.2.2'))).status, 200);
    assert.equal((await login.ask(unknown)).headers['retry-after'], undefined);
    const everywhere = await login.database.read(login.acme, (tx) =>
      column(tx, 'select distinct account_id from login_failures'),
    );
    assert.deepEqual(everywhere, [login.acme]);
  });

  test('are ignored and purged after fifteen minutes', async (t) => {
    const login = await loginService(t);
    await failTimes(login, 4);
    login.clock.set(start + 900);
    await failTimes(login, 4);
    assert.equal((await login.ask(wrong)).headers['retry-after'], undefined);
    assertThrottled(await login.ask(wrong), 10);
    assert.equal(await purgeLogins(login.database), 4);
    assertThrottled(await login.ask(wrong), 10);
  });

  test('of an address are reset by a login', async (t) => {
    const login = await loginService(t);
    await failTimes(login, 4);
    assert.equal((await login.ask(annasLogin)).status, 200);
    for (const answer of await failTimes(login, 5)) assert.equal(answer.headers['retry-after'], undefined);
    assertThrottled(await login.ask(wrong), 10);
  });

  test('checks five of thirty simultaneous guesses and refuses the right one', async (t) => {
    const login = await loginService(t);
    const guesses = Array.from({ length: 30 }, (_, index) => ({ ...wrong, password: `guess ${index}` }));
    const answers = await Promise.all([...guesses, annasLogin].map((guess) => login.ask(guess)));
    assert.equal(answers.filter((answer) => answer.headers['retry-after'] === undefined).length, 5);
    assertThrottled(answers.at(-1)!, 10);
    assert.equal(await userColumn(login, 'unsuccessful_login_count'), 5);
  });

  test('accepts twelve simultaneous right passwords', async (t) => {
    const { ask } = await loginService(t);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(annasLogin)));
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.equal(new Set(answers.map((answer) => answer.json['access_token'])).size, 12);
  });

  test('from everywhere delay the twenty-first, block no user and end no session', async (t) => {
    const login = await loginService(t);
    const before = await login.ask(annasLogin, from('203.0.113.1'));
    await failFromEverywhere(login, 20);
    assertThrottled(await login.ask(annasLogin, from('203.0.113.200')), 10);
    assert.equal(await userColumn(login, 'authentication_blocked'), 0);
    assert.equal(await userColumn(login, 'unsuccessful_login_count'), 20);
    const request = { headers: { authorization: `Bearer ${String(before.json['access_token'])}` } };
    assert.equal((await login.authenticate(requestOf(request), 'acme'))?.userId, login.anna);
    let now = start;
    for (const delay of [10, 20, 40, 80, 160, 300]) {
      login.clock.set((now += delay));
      await login.ask(wrong, from(`203.0.113.${delay % 256}`));
    }
    login.clock.set(now + 300);
    assert.equal((await login.ask(annasLogin, from('203.0.113.200'))).status, 200);
  });

  test('from everywhere delay no login where the user has logged in within 90 days', async (t) => {
    const login = await loginService(t);
    const [office, other] = [from('203.0.113.1'), from('203.0.113.200')];
    assert.equal((await login.ask(annasLogin, office)).status, 200);
    await failFromEverywhere(login, 25);
    assertThrottled(await login.ask(annasLogin, other), 10);
    assert.equal((await login.ask(annasLogin, office)).status, 200);
    for (let failed = 0; failed < 5; failed += 1) await login.ask(wrong, office);
    assertThrottled(await login.ask(annasLogin, office), 10);
    login.clock.set(start + 90 * 86_400);
    await failFromEverywhere(login, 20);
    assertThrottled(await login.ask(annasLogin, office), 10);
    await purgeLogins(login.database);
    const known = await login.database.read(login.acme, (tx) =>
      column(tx, 'select count(*) from known_addresses'),
    );
    assert.deepEqual(known.map(Number), [0]);
  });

  test('increase the wait from the fifth on, up to fifteen minutes', () => {
    fc.assert(
      fc.property(fc.nat(2_000), (failures) => {
        assert.equal(delayAfter(failures) === 0, failures < 5);
        assert.ok(delayAfter(failures + 1) >= delayAfter(failures));
        assert.ok(delayAfter(failures) <= 900);
      }),
      { seed },
    );
  });
});

suite('password hashes', () => {
  test('use Argon2id with the configured cost and a salt of their own', async () => {
    const [one, two] = await Promise.all([cheap.hash('same'), cheap.hash('same')]);
    assert.match(one, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    assert.notEqual(one, two);
  });

  test('match the same password and no other', async () => {
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(text, text, async (password, other) => {
        const hash = await cheap.hash(password);
        assert.equal(await cheap.verify(hash, password), true);
        assert.equal(await cheap.verify(hash, other), other.normalize('NFC') === password.normalize('NFC'));
      }),
      { seed, numRuns: 50 },
    );
  });
});
