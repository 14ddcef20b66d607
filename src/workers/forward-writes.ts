// Where one process writes for all: the requests that write go to it from the others, and their answers come back.
import type { Socket } from 'node:net';
import { AnswerLost, type HttpRequest, type HttpResponse } from '#request/http-message.ts';
import { frames } from './frames.ts';

/** A request with its number; `end`: no other comes. */
type Asked = readonly [number, HttpRequest] | 'end';
/** The answer to the request of that number; requests may come between `begin` and the answer to `end`, which is `end`. */
type Told = readonly [number, HttpResponse | null] | 'begin' | 'end';

/** Sends a request to the process that writes; `null`: it has not taken it, or there is none. Rejects with {@link AnswerLost}. */
export type ForwardWrite = (request: HttpRequest) => Promise<HttpResponse | null>;

/** The way to the process that writes, which may end and be replaced. */
export interface WayToWriter {
  readonly forward: ForwardWrite;
  /** From now on requests go over this connection, which alone keeps no process alive. */
  use(connection: Socket | undefined): void;
}

/** Begins without one. */
export function wayToWriter(): WayToWriter {
  let present: ForwardWrite | null = null;
  return {
    forward: async (request) => (present === null ? null : present(request)),
    use(connection) {
      // It was closed on its way.
      if (connection === undefined) return;
      const mine = askOver(connection, {
        begins: () => (present = mine),
        ends() {
          if (present === mine) present = null;
        },
      });
    },
  };
}

/** Hears from when until when the process that writes takes requests. */
interface Taking {
  readonly begins: () => void;
  readonly ends: () => void;
}

function askOver(connection: Socket, { begins, ends }: Taking): ForwardWrite {
  const open = new Map<number, PromiseWithResolvers<HttpResponse | null>>();
  let count = 0;
  const send = frames<Asked, Told>(connection, (told) => {
    if (told === 'begin') return begins();
    if (told === 'end') {
      ends();
      return send('end');
    }
    open.get(told[0])?.resolve(told[1]);
    open.delete(told[0]);
  });
  connection.unref().on('error', () => {});
  connection.once('close', () => {
    ends();
    for (const { reject } of open.values()) reject(new AnswerLost('The process that writes has ended.'));
    open.clear();
  });
  return (request) => {
    const answer = Promise.withResolvers<HttpResponse | null>();
    count += 1;
    open.set(count, answer);
    send([count, request]);
    return answer.promise;
  };
}

/** What the process that writes does for the others. */
export interface WritesOfOthers {
  /** Takes what comes over the connection, which alone keeps no process alive. */
  take(connection: Socket | undefined): void;
  /** Resolves when all of them know that they are to write themselves, or after a second. */
  refuse(): Promise<void>;
  /** Resolves when all of them have the answers to what they have sent, or after a second. */
  close(): Promise<void>;
}

/** A process that hangs is waited for so long, in milliseconds. */
const patience = 1000;

/** Begins without connections. */
export function writesOfOthers(answer: ForwardWrite): WritesOfOthers {
  const connections = new Map<Socket, Connection>();
  let isRefusing = false;
  const ofAll = (what: (connection: Connection) => Promise<void>): Promise<void> =>
    inTime(Promise.all([...connections.values()].map(what)));
  return {
    take(socket) {
      if (isRefusing) socket?.destroy();
      // It was closed on its way.
      if (isRefusing || socket === undefined) return;
      connections.set(socket, answerOver(socket, answer));
      socket.once('close', () => connections.delete(socket));
    },
    async refuse() {
      isRefusing = true;
      await ofAll((connection) => connection.refuse());
    },
    close: () => ofAll((connection) => connection.close()),
  };
}

/** One process for which this one writes. */
interface Connection {
  /** Resolves when no other request comes. */
  refuse(): Promise<void>;
  /** Resolves when it is closed, after all that came over it was answered. */
  close(): Promise<void>;
}

function answerOver(socket: Socket, answer: ForwardWrite): Connection {
  const [ended, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = new Set<Promise<void>>();
  const respond = async ([number, request]: Exclude<Asked, 'end'>): Promise<void> =>
    send([number, await answer(request)]);
  const send = frames<Told, Asked>(socket, (asked) => {
    if (asked === 'end') return ended.resolve();
    const answered = respond(asked).finally(() => open.delete(answered));
    open.add(answered);
  });
  socket.unref().on('error', () => {});
  socket.once('close', () => {
    ended.resolve();
    closed.resolve();
  });
  send('begin');
  return {
    refuse() {
      send('end');
      return ended.promise;
    },
    async close() {
      await Promise.all(open);
      // What is sent goes out at the end of this turn of the event loop.
      setImmediate(() => socket.end());
      await closed.promise;
    },
  };
}

async function inTime(done: Promise<unknown>): Promise<void> {
  const overdue = Promise.withResolvers<void>();
  const timer = setTimeout(overdue.resolve, patience);
  await Promise.race([done, overdue.promise]);
  clearTimeout(timer);
}
