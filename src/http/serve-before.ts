// What the server does with a request before the framework sees it: it closes connections that ask too much at once, lets
// requests with a body take turns, and gives kept answers.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addressGroup } from '#values/address-group.ts';
import { createFairLanes } from '#values/fair-lanes.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { hasBody } from './read-body.ts';

/**
 * Requests with a body that begin in one turn of the event loop, and those of one address that wait for a turn. A thousand
 * connections that come at once would hold the requests of other clients up by a tenth of a second.
 */
const bodies = { atOnce: 16, ofName: 16, waiting: 10_000 };
/**
 * Requests of one connection that wait for their answers. Clients send the next one after an answer, or a few before it. The
 * server closes a connection with more, because Node reads a thousand requests at once from one piece of data.
 */
const mostUnanswered = 10;

/** What it needs of the server. */
export interface BeforeParts {
  /** `null`: no answer is kept. */
  readonly kept: KeptAnswers | null;
  readonly addressOf: (message: IncomingMessage) => string | null;
  readonly stopping: () => boolean;
}

/** Puts it before the server's own listener. */
export function serveBefore(server: Server, { kept, addressOf, stopping }: BeforeParts): void {
  const [ordinary] = server.listeners('request') as RequestListener[];
  if (ordinary === undefined) throw new Error('the server has no listener for requests');
  const turns = createFairLanes(bodies, () => new Error('too many requests of this address wait for a turn'));
  const asksTooMuch = countUnanswered();
  server.removeListener('request', ordinary);
  server.on('request', (message, response) => {
    const { socket } = message;
    if (socket.destroyed) return;
    if (asksTooMuch(message, response)) return void socket.destroy();
    const ordinarily = (): void => void ordinary(message, response);
    const inTurn = async (): Promise<void> => {
      if (!socket.destroyed) ordinarily();
      await nextTurn();
    };
    if (hasBody(message))
      turns.run(addressGroup(addressOf(message) ?? ''), inTurn).catch(() => socket.destroy());
    else if (kept === null || stopping()) ordinarily();
    else kept.serve(message, response, ordinarily);
  });
}

/** Counts a request until its answer has ended, and says whether its connection has too many of them. */
function countUnanswered(): (message: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<object, number>();
  return ({ socket }, response) => {
    const own = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, own);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return own > mostUnanswered;
  };
}
