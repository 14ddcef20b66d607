// A port for a server that ends and starts again: systems hand out higher ones to other servers and to connections meanwhile.
import { once } from 'node:events';
import { createServer } from 'node:net';

const [lowest, highest] = [20_000, 32_767] as const;

/** A port on which no server listens. */
export async function lastingPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = lowest + Math.trunc(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${lowest} and ${highest} in 50 tries`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
