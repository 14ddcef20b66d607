// What other accounts in the same database cost us: the same requests with thousands of them and with none.
import type { Request } from 'autocannon';
import { inTurn, medianRatio } from '../measure/compare.ts';
import { runLoad } from '../measure/load.ts';
import { median } from '../measure/statistics.ts';
import type { Scenario } from '../scenario.ts';
import { remembersNothing } from '../servers/service.ts';

/** Measures a route, a list, one row and a create; the dearest counts. */
export const otherAccounts: Scenario = {
  name: 'other-accounts',
  run: async ({ options, fixture }) => {
    const services = [
      await fixture.start('crowded', remembersNothing),
      await fixture.start('small', remembersNothing),
    ];
    const person = fixture.people[0];
    const create: Request = {
      setupRequest: () => ({
        method: 'POST',
        path: services[0]?.path('timeTrackings/create') ?? '',
        body: JSON.stringify(fixture.nextTracking()),
      }),
    };
    const requests: Readonly<Record<string, string | Request>> = {
      'server time': 'serverTime/read',
      list: `timeTrackings/read?user_id=${person}&_limit=100`,
      'one by id': 'timeTrackings/read/1',
      create,
    };
    try {
      const found: { name: string; ratio: number }[] = [];
      for (const [name, request] of Object.entries(requests)) {
        const sides = services.map((service) => async () => {
          const sent = typeof request === 'string' ? request : withHeaders(request, service.headers);
          return median((await runLoad(service.load(1, [sent]), options.seconds / 2)).latencies);
        });
        found.push({ name, ratio: medianRatio(await inTurn(sides, options), 0, 1) });
      }
      const value = Math.max(...found.map(({ ratio }) => ratio));
      const each = found.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', ');
      const detail = `${options.otherAccounts.toLocaleString('en-US')} accounts; ${each}`;
      return [{ target: 'otherAccounts', value, detail }];
    } finally {
      for (const service of services) await service.stop();
    }
  },
};

function withHeaders(request: Request, headers: Readonly<Record<string, string>>): Request {
  const { setupRequest } = request;
  return {
    setupRequest: (given) => ({
      ...(setupRequest?.(given) ?? given),
      headers: { ...headers, 'content-type': 'application/json' },
    }),
  };
}
