// Requests generated from the OpenAPI document, as every kind of caller: each is answered, and none by a fault.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCredential } from '#oauth/credentials.ts';
import { fetchToken, send } from '../support/client.ts';
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

/** Tokens that a generated request may carry; the last ones work nowhere. */
async function tokensOf({
  machine,
  account,
  installation,
}: Place): Promise<() => Promise<readonly string[]>> {
  const where = { address: installation.address, account: account.name };
  const leader = await hire(machine, 'leader', { internal_user_group: 2 });
  await machine.create('departments', { name: 'Led', leader_id: leader }).catch(() => undefined);
  await hire(machine, 'employee');
  await hire(machine, 'personnel', { hr_manager: 1 });
  const { credential, clientSecret } = await installation.app.engine.database.write(account.id, (tx) =>
    createCredential(tx, { accountId: account.id, name: 'reads', readOnly: true, lastDay: null }),
  );
  const reader = { client_id: credential.clientId, client_secret: clientSecret };
  // Random requests change passwords, log out and make people inactive: what is left of the callers goes on.
  return async () => {
    const users = await Promise.all(
      ['admin', 'leader', 'employee', 'personnel'].map((name) =>
        account.login(name).then(
          ({ token }) => token,
          () => 'x',
        ),
      ),
    );
    const readonly = await fetchToken(where, { grant_type: 'client_credentials', ...reader });
    return [...users, readonly.access_token, machine.token, machine.token, '1.unknown', ''];
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
    const renew = await tokensOf(place);
    let tokens = await renew();
    let heap = 0;
    const codes = new Map<number, number>();
    for (let done = 0; done < count; done += 1) {
      // What was observed is for a failure to tell: kept of all requests, it would be what grows.
      if (done % 1_000 === 0) (installation.events as unknown[]).length = 0;
      if (done % 2_000 === 1_999) tokens = await renew().catch(() => tokens);
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
      const told = (): string =>
        `seed ${seed}, request ${done}: ${method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000)} → ${statusCode} ${payload.slice(0, 500)} ${errorsOf(place)}`;
      assert.ok(statusCode < 500, told());
      assert.ok(user + system < longestWork, `${(user + system) / 1000} ms: ${told()}`);
    }
    assert.ok((codes.get(200) ?? 0) > count / 50, JSON.stringify([...codes]));
    const growth = heapNow() / heap;
    assert.ok(count < enoughForMemory || growth < 1.2, `the heap grew to ${growth} of what it was`);
  });
});

function errorsOf({ installation }: Place): string {
  const failed = installation.events.findLast((event) => event.kind === 'request_failed');
  return failed === undefined ? '' : String((failed as { error?: { stack?: string } }).error?.stack);
}
