// What happens to a request before the framework sees it: kept answers are given, and requests with a body take turns.
import type { RequestListener, Server } from 'node:http';
import type { KeptAnswers } from './kept-answers.ts';
import { hasBody } from './read-body.ts';
import { createTurns } from './turns.ts';

/**
 * Requests with a body that begin in one turn of the event loop. A thousand connections that come at once would hold the
 * requests of others up by a tenth of a second.
 */
const bodiesATurn = 16;

/** Puts it before the server's own listener. `kept` is `null` when no answer is kept. */
export function serveBefore(server: Server, kept: KeptAnswers | null, stopping: () => boolean): void {
  const [ordinary] = server.listeners('request') as RequestListener[];
  if (ordinary === undefined) throw new Error('the server has no listener for requests');
  const takeTurn = createTurns(bodiesATurn);
  server.removeListener('request', ordinary);
  server.on('request', (message, response) => {
    const ordinarily = (): void => void ordinary(message, response);
    if (hasBody(message)) takeTurn(ordinarily);
    else if (kept === null || stopping()) ordinarily();
    else kept.serve(message, response, ordinarily);
  });
}
