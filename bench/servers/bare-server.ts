// node:http with nothing behind it: sends recorded bytes. What is left to gain is measured against this.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer to replay, as messages carry it. */
export interface RecordedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Base64. */
  readonly body: string;
}

const answers = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>();

process.on('message', (recorded: RecordedAnswer[]) => {
  answers.clear();
  for (const { method, path, status, headers, body } of recorded) {
    const known = { status, headers: Object.fromEntries(headers), body: Buffer.from(body, 'base64') };
    answers.set(`${method} ${path}`, known);
  }
  process.send?.('taken in');
});

const server = createServer((request, response) => {
  const answer = answers.get(`${request.method} ${request.url}`);
  const send = (): void => {
    response.writeHead(answer?.status ?? 404, answer?.headers);
    response.end(answer?.body);
  };
  if (request.method === 'GET') return send();
  request.on('data', () => undefined);
  request.on('end', send);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
