// A line to the scratch PostgreSQL server that a test can cut and restore: TCP on this side, the server's socket on the
// other.
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** The line. */
export interface CuttableLine {
  /** The address of the database by way of the line. */
  readonly url: string;
  /** Breaks every connection; `down`: and refuses new ones. */
  cut(down?: boolean): Promise<void>;
  restore(): Promise<void>;
  /** From now on new connections end at the server of this address. */
  lead(url: string): void;
  close(): Promise<void>;
}

/** Opens a line to a database whose address names the folder of a socket. */
export async function openLine(url: string): Promise<CuttableLine> {
  let socket = socketOf(url);
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(socket);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end
        .on('error', () => other.destroy())
        .on('close', () => {
          ends.delete(end);
          other.destroy();
        });
      end.pipe(other);
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const stop = (): Promise<void> => new Promise((stopped) => server.close(() => stopped()));
  const breakAll = (): void => {
    for (const end of ends) end.destroy();
  };
  const port = await listen(0);
  return {
    url: url.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
    async cut(down = false) {
      const stopped = down ? stop() : null;
      breakAll();
      await stopped;
    },
    restore: async () => void (await listen(port)),
    lead: (to) => void (socket = socketOf(to)),
    async close() {
      const stopped = server.listening ? stop() : null;
      breakAll();
      await stopped;
    },
  };
}

function socketOf(url: string): string {
  const [, folder = ''] = /@([^/]+)\//.exec(url) ?? [];
  return `${decodeURIComponent(folder)}/.s.PGSQL.5432`;
}
