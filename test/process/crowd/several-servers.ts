// Starts three servers on one database, on every storage engine. Each has a port, a time zone and a clock of its own.
import { after, before, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '../../support/client.ts';
import { storageEngines } from '../../support/engines.ts';
import { killAll, serve } from '../executable.ts';
import { createAcme, loginMachine, loginPerson } from '../site.ts';

/** One caller's client for each of the servers, all with the same token. */
export type EverywhereClient = readonly [Client, Client, Client];

/** What the tests of a block share; its members can be used inside tests only. */
export interface Servers {
  /** A credential that may do everything. */
  readonly machine: EverywhereClient;
  /** Logs a user in at one server; the token is valid at all of them. */
  login(username: string): Promise<EverywhereClient>;
}

/** By how many seconds the clocks of servers are off, at most. */
export const clockError = 2;
const hosts = [
  { TZ: 'Europe/Vienna', off: 0 },
  { TZ: 'Pacific/Kiritimati', off: -1000 * clockError },
  { TZ: 'America/St_Johns', off: 1000 * clockError },
];

/** Declares the tests once for each storage engine. */
export function onSeveralServers(title: string, declare: (servers: Servers) => void): void {
  for (const engine of storageEngines) {
    describe(`${title} (${engine.name})`, () => {
      let started: Servers | undefined;
      let remove: (() => Promise<void>) | undefined;
      const servers = (): Servers => {
        if (started === undefined) throw new Error('the servers are started before the tests only');
        return started;
      };
      before(async () => {
        const database = await engine.create();
        remove = database.remove;
        started = await start(database.url);
      });
      after(async () => {
        killAll();
        await remove?.();
      });
      declare({
        get machine() {
          return servers().machine;
        },
        login: (username) => servers().login(username),
      });
    });
  }
}

async function start(database: string): Promise<Servers> {
  const credential = await createAcme({ database });
  const shift = fileURLToPath(new URL('./shift-clock.ts', import.meta.url));
  const started = await Promise.all(
    hosts.map(({ TZ, off }) =>
      serve(database, [], { TZ, CLOCK_OFF: String(off), NODE_OPTIONS: `--import=${shift}` }),
    ),
  );
  const addresses = started.map(({ address }) => address) as [string, string, string];
  const everywhere = ({ token }: Client): EverywhereClient => {
    const [first, second, third] = addresses.map((address) =>
      createClient({ address, account: 'acme' }, token),
    ) as [Client, Client, Client];
    return [first, second, third];
  };
  return {
    machine: everywhere(await loginMachine(addresses[0], credential)),
    login: async (username) => everywhere(await loginPerson(addresses[0], { ...credential, username })),
  };
}
