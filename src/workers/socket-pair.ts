// Two ends of a connection that no other process can have: for two children to talk to each other.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes both; nothing is read from them here. The folder in which they met, which only this user may enter, is gone afterwards. */
export async function socketPair(): Promise<readonly [Socket, Socket]> {
  const folder = await mkdtemp(join(tmpdir(), 'hourbook-'));
  const server = createServer({ pauseOnConnect: true });
  try {
    const path = join(folder, 'meet');
    server.listen(path);
    await once(server, 'listening');
    const one = new Socket();
    one.pause();
    const [[other]] = await Promise.all([
      once(server, 'connection') as Promise<[Socket]>,
      once(one.connect(path), 'connect'),
    ]);
    return [one, other];
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}
