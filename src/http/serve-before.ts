// What happens to a request before the framework sees it: connections that ask too much at once are closed, requests with a
// body take turns, and kept answers are given.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { addressGroup } from '#values/address-group.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { hasBody } from './read-body.ts';
import { createTurns } from './turns.ts';

/**
 * Requests with a body that begin in one turn of the event loop. A thousand connections that come at once would hold the
 * requests of others up by a tenth of a second.
 */
const bodiesATurn = 16;
/**
 * Requests of one connection that wait for their answers. Clients send the next one after an answer, or a few before it; a
 * connection with more is closed, because Node reads a thousand requests at once from a single piece of what comes.
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
  const takeTurn = createTurns(bodiesATurn);
  const asksTooMuch = countUnanswered();
  server.removeListener('request', ordinary);
  server.on('request', (message, response) => {
    const { socket } = message;
    if (socket.destroyed) return;
    if (asksTooMuch(message, response)) return void socket.destroy();
    const ordinarily = (): void => void ordinary(message, response);
    if (hasBody(message))
      takeTurn(addressGroup(addressOf(message) ?? ''), () => {
        if (!socket.destroyed) ordinarily();
      });
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
