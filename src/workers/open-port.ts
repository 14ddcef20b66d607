// The port of a service that several processes serve: accepts connections and reads nothing of them.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { mostUnaccepted } from '#values/most-unaccepted.ts';

/** An open port. */
export interface OpenPort {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Accepts no more. */
  close(): void;
}

/** Opens it on every address of the host name. Throws what the system says, such as that the port is taken. */
export async function openPort(
  { host, port }: { readonly host: string; readonly port: number },
  accept: (socket: Socket) => void,
): Promise<OpenPort> {
  const [first = host, ...others] = await addressesOf(host);
  const main = await listen(first, port, accept);
  const bound = main.address() as AddressInfo;
  const servers = [main];
  // A machine may name an address that it does not have; one is enough.
  for (const other of others) servers.push(...(await listen(other, bound.port, accept).then(one, none)));
  return {
    address: addressText(bound),
    close() {
      for (const server of servers) server.close();
    },
  };
}

const one = (server: Server): readonly Server[] => [server];
const none = (): readonly Server[] => [];

async function listen(host: string, port: number, accept: (socket: Socket) => void): Promise<Server> {
  // Who answers a connection reads it; small answers are not held back.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => {});
    accept(socket);
  });
  server.listen({ host, port, backlog: mostUnaccepted });
  await once(server, 'listening');
  return server;
}

/** `localhost` is two addresses on most machines, and clients choose either. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))];
}

function addressText({ address, family, port }: AddressInfo): string {
  const shown = address === '0.0.0.0' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${shown}:${port}`;
}
