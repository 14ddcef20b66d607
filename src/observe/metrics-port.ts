// A port of its own for the metrics, on which nothing else is answered. It must not know whose metrics they are.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metricsType } from './metrics.ts';

/** An open port. */
export interface MetricsPort {
  /** Such as `http://127.0.0.1:9464/metrics`. */
  readonly address: string;
  readonly close: () => void;
}

/** Where it listens, and what it tells. */
export interface MetricsPortParts {
  readonly metricsHost: string;
  readonly metricsPort: number;
  readonly tell: () => Promise<string>;
}

/** Opens the port. Throws what the system says, such as that the port is taken. */
export async function openMetricsPort({
  metricsHost,
  metricsPort,
  tell,
}: MetricsPortParts): Promise<MetricsPort> {
  const server = createServer((request, response) => void answer(request, response, tell));
  server.listen({ host: metricsHost, port: metricsPort });
  await once(server, 'listening');
  const { address, family, port } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return {
    address: `http://${shown}:${port}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  tell: MetricsPortParts['tell'],
): Promise<void> {
  if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('Only GET /metrics is answered here.\n');
    return;
  }
  try {
    const text = await tell();
    response.writeHead(200, { 'content-type': metricsType });
    response.end(text);
  } catch {
    // The scraping client sees itself that its scrape fails.
    response.destroy();
  }
}
