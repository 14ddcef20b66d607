// Connections that another process accepted, for a server that does not listen itself.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What becomes of them. */
export interface AdoptedConnections {
  readonly take: (socket: Socket) => void;
  /** Resolves when none is open any more; none may come after it was asked. */
  allClosed(): Promise<void>;
  /**
   * As `allClosed`, and closes those that have had an answer and wait for nothing. One that has just come is not among
   * them: its first request may be on the way.
   */
  retire(): Promise<void>;
}

interface Connection {
  wasAnswered: boolean;
  requests: number;
}

/** Lets a server answer connections as if it had accepted them. */
export function adoptConnections(server: Server): AdoptedConnections {
  const open = new Map<Socket, Connection>();
  const closed = Promise.withResolvers<void>();
  let isAsked = false;
  let isPrepared = false;
  const prepare = (): void => {
    isPrepared = true;
    // Node watches over slow and idle clients from the moment on in which a server listens.
    server.emit('listening');
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const connection = open.get(socket);
      if (connection === undefined) return;
      connection.requests += 1;
      response.once('close', () => {
        connection.requests -= 1;
        connection.wasAnswered = true;
      });
    });
  };
  const allClosed = (): Promise<void> => {
    isAsked = true;
    if (open.size === 0) closed.resolve();
    return closed.promise;
  };
  return {
    take(socket) {
      if (!isPrepared) prepare();
      open.set(socket, { wasAnswered: false, requests: 0 });
      socket.once('close', () => {
        open.delete(socket);
        if (isAsked && open.size === 0) closed.resolve();
      });
      server.emit('connection', socket);
    },
    allClosed,
    retire() {
      for (const [socket, { wasAnswered, requests }] of open) {
        if (wasAnswered && requests === 0) socket.destroy();
      }
      return allClosed();
    },
  };
}
