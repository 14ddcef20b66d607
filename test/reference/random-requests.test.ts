// Requests generated from the OpenAPI document, as every kind of caller: each is answered, and none by a fault.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCredential } from '#oauth/credentials.ts';
import { createClient, fetchToken, send, type Client } from '../support/client.ts';
import { onOwnInstallations, type Place } from '../support/on-every-engine.ts';
import { countOf, seed } from '../support/property.ts';
import { between, oneOf, randomFrom } from '../support/random.ts';
import { hire } from '../time-tracking/booking.ts';
import { requestGenerator } from './request-generator.ts';

const count = countOf({ test: 400, long: 5_000, soak: 300_000 });
/** Of processor time, which a crowded machine does not lengthen. */
const longestWork = 1_000_000;
/** Fewer requests have not filled the caches yet. */
const enoughForMemory = 20_000;

/** Who sends requests, by the name of the login. */
const callers = {
  admin: { internal_user_group: 1 },
  leader: { internal_user_group: 2 },
  employee: {},
  personnel: { hr_manager: 1 },
} as const;

/** How many requests share their tokens: random ones change passwords, log out, make people inactive, delete credentials. */
const requestsEach = 250;

/**
 * Answers the tokens that a generated request may carry, anew at each call; the last two work nowhere. Callers who cannot log
 * in any more are replaced by others of the same kind.
 */
function tokensOf({ account, installation }: Place): () => Promise<readonly string[]> {
  const where = { address: installation.address, account: account.name };
  const names = new Map(Object.keys(callers).map((kind) => [kind, kind]));
  let replaced = 0;
  const newCredential = async (readOnly: boolean): Promise<string> => {
    const { credential, clientSecret } = await installation.app.engine.database.write(account.id, (tx) =>
      createCredential(tx, { accountId: account.id, name: 'random', readOnly, lastDay: null }),
    );
    const form = { grant_type: 'client_credentials', client_id: credential.clientId };
    return (await fetchToken(where, { ...form, client_secret: clientSecret })).access_token;
  };
  const loginOf = async (machine: Client, kind: keyof typeof callers): Promise<string> => {
    const known = await account.login(names.get(kind) as string).catch(() => null);
    if (known !== null) return known.token;
    const name = `${kind}${(replaced += 1)}`;
    names.set(kind, name);
    const id = await hire(machine, name, callers[kind]);
    if (kind === 'leader') await machine.create('departments', { department_name: name, supervisor_id: id });
    return (await account.login(name)).token;
  };
  return async () => {
    const machine = createClient(where, await newCredential(false));
    const users: string[] = [];
    for (const kind of Object.keys(callers) as (keyof typeof callers)[])
      users.push(await loginOf(machine, kind));
    return [...users, await newCredential(true), machine.token, machine.token, '1.unknown', ''];
  };
}

function heapNow(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

onOwnInstallations('generated requests', { why: 'they change everything' }, (place) => {
  test(`are answered without a fault, ${count} of them`, async () => {
    const { installation, account } = place;
    const document = (
      await send(`${installation.address}/${account.name}/v4/openapi.json`, { method: 'GET' })
    ).json;
    const random = randomFrom(seed);
    const next = requestGenerator(document, random);
    const renew = tokensOf(place);
    let tokens: readonly string[] = [];
    let known = 0;
    let heap = 0;
    const codes = new Map<number, number>();
    for (let done = 0; done < count; done += 1) {
      // What was observed is for a failure to tell: kept of all requests, it would be what grows.
      if (done % 1_000 === 0) (installation.events as unknown[]).length = 0;
      if (done % requestsEach === 0) tokens = await renew();
      if (done === Math.floor(count / 3)) heap = heapNow();
      const { method, path, headers, body } = next();
      const token = oneOf(random, tokens);
      const before = process.cpuUsage();
      const { statusCode, payload } = await installation.app.server.inject({
        method: method as 'GET',
        url: `/${account.name}${path}`,
        headers: { ...headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
        remoteAddress: `192.0.2.${between(random, 1, 200)}`,
        ...(body === null ? {} : { payload: body }),
      });
      const { user, system } = process.cpuUsage(before);
      codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1);
      if (token.length > '1.unknown'.length && !/access token is (invalid|missing)/.test(payload)) known += 1;
      const told = (): string =>
        `seed ${seed}, request ${done}: ${method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000)} → ${statusCode} ${payload.slice(0, 500)} ${errorsOf(place)}`;
      assert.ok(statusCode < 500, told());
      assert.ok(user + system < longestWork, `${(user + system) / 1000} ms: ${told()}`);
    }
    assert.ok((codes.get(200) ?? 0) > count / 50, JSON.stringify([...codes]));
    assert.ok(known > count / 2, `the callers of ${known} requests were known`);
    const growth = heapNow() / heap;
    assert.ok(count < enoughForMemory || growth < 1.2, `the heap grew to ${growth} of what it was`);
  });
});

function errorsOf({ installation }: Place): string {
  const failed = installation.events.findLast((event) => event.kind === 'request_failed');
  return failed === undefined ? '' : String((failed as { error?: { stack?: string } }).error?.stack);
}
