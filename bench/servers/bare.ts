// Records what a service answers and has a bare node:http process send the very same bytes.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Request } from 'autocannon';
import type { Load } from '../measure/load.ts';
import type { RecordedAnswer } from './bare-server.ts';
import type { OwnServer } from './child.ts';

/** The headers that node:http writes by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Teaches a bare server to answer a load as the service does; the same load on that server. */
export async function bareTwin(server: OwnServer, load: Load): Promise<Load> {
  const answers: RecordedAnswer[] = [];
  for (const request of load.requests) answers.push(await record(load.origin, request));
  await server.tell(answers);
  return { ...load, origin: server.origin };
}

async function record(origin: string, given: Request): Promise<RecordedAnswer> {
  const request = given.setupRequest?.(given) ?? given;
  const { method = 'GET', path = '/', headers = {}, body } = request;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest(`${origin}${path}`, { method, headers }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
  const bytes = await buffer(response);
  const status = response.statusCode ?? 0;
  if (status !== 200 && status !== 304)
    throw new Error(`${method} ${path} answered ${status}: ${bytes.toString()}`);
  if (status === 200 && !/"Success":true/.test(bytes.toString()))
    throw new Error(`${path}: ${bytes.toString()}`);
  const pairs = Object.entries(response.headers).filter(([name]) => !ownHeaders.has(name));
  return {
    method,
    path,
    status,
    headers: pairs.map(([name, value]) => [name, String(value)]),
    body: bytes.toString('base64'),
  };
}
