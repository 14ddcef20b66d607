// Where one process writes for all: the requests that write go to it from the others, and their answers come back.
import type { Socket } from 'node:net';
import {
  AnswerLost,
  type ForwardedAnswer,
  type ForwardWrite,
  type HttpRequest,
} from '#request/http-message.ts';
import { frames } from './frames.ts';

/** A request with its number; `end`: no other comes. */
type Asked = readonly [number, HttpRequest] | 'end';
/** The answer to the request of that number; `takes`, each second: requests may come; `end`: no more, which is to be answered. */
type Told = readonly [number, ForwardedAnswer | null] | 'takes' | 'end';

/** Milliseconds between two signs of life of the process that writes. */
const beat = 1000;
/** After so many beats without a word it hangs, and is not asked any more. */
const mostSilent = 10;

/** The way to the process that writes, which may end and be replaced. */
export interface WayToWriter {
  readonly forward: ForwardWrite;
  /** Requests go over this connection, as long as the other end takes them. Alone it keeps no process alive. */
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
  const open = new Map<number, PromiseWithResolvers<ForwardedAnswer | null>>();
  let [count, silent] = [0, 0];
  const send = frames<Asked, Told>(connection, (told) => {
    silent = 0;
    if (told === 'takes') return begins();
    if (told === 'end') {
      ends();
      return send('end');
    }
    open.get(told[0])?.resolve(told[1]);
    open.delete(told[0]);
  });
  // Beats are counted, and not the time: this process may itself have been stopped.
  const listening = setInterval(() => {
    silent += 1;
    if (silent > mostSilent) connection.destroy();
  }, beat).unref();
  connection.unref().on('error', () => {});
  connection.once('close', () => {
    clearInterval(listening);
    ends();
    for (const { reject } of open.values()) reject(new AnswerLost('The process that writes has ended.'));
    open.clear();
  });
  return (request) => {
    const answer = Promise.withResolvers<ForwardedAnswer | null>();
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
  /** Takes no more. Resolves when all of them know, and have the answers to what they have sent; after the grace in any case. */
  end(graceSeconds: number): Promise<void>;
}

/** A process that hangs is waited for so many milliseconds to say that it sends no more. */
const patience = 1000;

/** Begins without connections. */
export function writesOfOthers(answer: ForwardWrite): WritesOfOthers {
  const ends = new Map<Socket, () => Promise<void>>();
  let isEnding = false;
  return {
    take(socket) {
      if (isEnding) socket?.destroy();
      // It was closed on its way.
      if (isEnding || socket === undefined) return;
      ends.set(socket, answerOver(socket, answer));
      socket.once('close', () => ends.delete(socket));
    },
    async end(graceSeconds) {
      isEnding = true;
      const all = Promise.all([...ends.values()].map((end) => end()));
      await within(graceSeconds * 1000, all);
    },
  };
}

/** Answers what ends it. */
function answerOver(socket: Socket, answer: ForwardWrite): () => Promise<void> {
  const [last, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = new Set<Promise<void>>();
  const respond = async ([number, request]: Exclude<Asked, 'end'>): Promise<void> =>
    send([number, await answer(request)]);
  const send = frames<Told, Asked>(socket, (asked) => {
    if (asked === 'end') return last.resolve();
    const answered = respond(asked).finally(() => open.delete(answered));
    open.add(answered);
  });
  const beating = setInterval(() => send('takes'), beat).unref();
  socket.unref().on('error', () => {});
  socket.once('close', () => {
    clearInterval(beating);
    last.resolve();
    closed.resolve();
  });
  send('takes');
  return async () => {
    clearInterval(beating);
    send('end');
    await within(patience, last.promise);
    await Promise.all(open);
    // What is sent goes out at the end of this turn of the event loop.
    setImmediate(() => socket.destroySoon());
    await closed.promise;
  };
}

/** Resolves when it is done, or after so many milliseconds. */
async function within(milliseconds: number, done: Promise<unknown>): Promise<void> {
  const overdue = Promise.withResolvers<void>();
  const timer = setTimeout(overdue.resolve, milliseconds);
  await Promise.race([done, overdue.promise]);
  clearTimeout(timer);
}
