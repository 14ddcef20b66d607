// Streams that tell a client that something in its account has changed, and nothing else (WHATWG HTML, server-sent events).
// It must not know how a version is found, nor who a caller is.
import { Readable } from 'node:stream';

/** A client that listens. */
export interface Listener {
  readonly accountId: number;
  /** What tells one person from another in the account. */
  readonly person: string;
}

/** What the streams look at. */
export interface ChangeSources<L extends Listener> {
  /** Two answers differ when something was committed in the account, in any process. */
  readonly version: (accountId: number) => Promise<string>;
  /** Which listeners of one account are still logged in. */
  readonly stillLoggedIn: (accountId: number, listeners: readonly L[]) => Promise<ReadonlySet<L>>;
}

/** The streams of one process. */
export interface ChangeStreams<L extends Listener> {
  /** The bytes for a new listener; `null`: there are too many. */
  open(listener: L): Promise<Readable | null>;
  /** Notifies the listeners of changed accounts. Called {@link looksPerSecond} times a second, for what other processes commit. */
  look(): Promise<void>;
  /** Notifies the listeners of an account in which this process may have committed. */
  committed(accountId: number): Promise<void>;
  count(): number;
  /** Ends all streams; none is opened any more. */
  close(): void;
}

/** How many streams there may be at once. */
export const mostStreams = { person: 10, account: 1000, process: 5000 } as const;

/** How often the server calls {@link ChangeStreams.look}. */
export const looksPerSecond = 2;

/** Looks without a change after which listeners hear that the stream lives. */
const looksUntilAlive = 15 * looksPerSecond;
/** A client that reads nothing is given up at so many bytes. */
const mostUnread = 16 * 1024;

interface Stream<L> {
  readonly listener: L;
  readonly bytes: Readable;
}

interface Watched<L> {
  readonly streams: Set<Stream<L>>;
  version: string;
  quietLooks: number;
  isLookedAt: boolean;
  /** Something was committed while it was looked at: the look may have missed it. */
  isStale: boolean;
  /** So many more events of changes its listeners may get until the next look. */
  spare: number;
}

/**
 * Events of changes that all listeners of an account may get in a second; each listener may get one. What was not needed is saved for
 * a second, so that who books alone is seen at once, and a thousand listeners do not all ask after each commit.
 */
const eventsPerSecond = 100;
const mostSpare = ({ streams }: Pick<Watched<Listener>, 'streams'>): number =>
  2 * Math.max(eventsPerSecond, streams.size);

/** Makes the streams. */
export function createChangeStreams<L extends Listener>(sources: ChangeSources<L>): ChangeStreams<L> {
  const accounts = new Map<number, Watched<L>>();
  let isClosed = false;
  const streams = (): readonly Stream<L>[] => [...accounts.values()].flatMap((one) => [...one.streams]);
  const listen = (listener: L, version: string): Stream<L> => {
    const { accountId } = listener;
    const watched = accounts.get(accountId) ?? {
      streams: new Set(),
      version,
      quietLooks: 0,
      isLookedAt: false,
      isStale: false,
      spare: 2 * eventsPerSecond,
    };
    accounts.set(accountId, watched);
    const stream = { listener, bytes: new Readable({ read() {} }) };
    watched.streams.add(stream);
    stream.bytes.once('close', () => {
      watched.streams.delete(stream);
      if (watched.streams.size === 0 && accounts.get(accountId) === watched) accounts.delete(accountId);
    });
    return stream;
  };
  return {
    async open(listener) {
      const isRefused = (): boolean => isClosed || isFull(streams(), listener);
      if (isRefused()) return null;
      // Known before the client is told to read: what is committed later is told again.
      const version = await sources.version(listener.accountId);
      if (isRefused()) return null;
      const { bytes } = listen(listener, version);
      bytes.push(`retry: 3000\n\n${eventText('changed')}`);
      return bytes;
    },
    async look() {
      for (const watched of accounts.values()) {
        const most = mostSpare(watched);
        watched.spare = Math.min(most, watched.spare + most / 2 / looksPerSecond);
        watched.quietLooks += 1;
      }
      const due = [...accounts].filter(([, { isLookedAt }]) => !isLookedAt);
      await Promise.all(due.map(([accountId, watched]) => lookOnce(sources, accountId, watched)));
    },
    async committed(accountId) {
      const watched = accounts.get(accountId);
      if (watched === undefined || mayNotHear(watched)) return;
      if (watched.isLookedAt) watched.isStale = true;
      else await lookOnce(sources, accountId, watched);
    },
    count: () => streams().length,
    close() {
      isClosed = true;
      for (const stream of streams()) end(stream, 'shutdown');
    },
  };
}

function isFull(all: readonly Stream<Listener>[], { accountId, person }: Listener): boolean {
  const inAccount = all.filter(({ listener }) => listener.accountId === accountId);
  const ofPerson = inAccount.filter(({ listener }) => listener.person === person);
  return (
    all.length >= mostStreams.process ||
    inAccount.length >= mostStreams.account ||
    ofPerson.length >= mostStreams.person
  );
}

async function lookOnce<L extends Listener>(
  sources: ChangeSources<L>,
  accountId: number,
  watched: Watched<L>,
): Promise<void> {
  watched.isLookedAt = true;
  try {
    do {
      watched.isStale = false;
      await tellOfChanges(sources, accountId, watched);
    } while (watched.isStale);
  } catch {
    // While the database is away there is nothing to tell; the next look tries again.
  } finally {
    watched.isLookedAt = false;
  }
}

/** Whether its listeners have got so many events that they wait for a later look. */
function mayNotHear({ streams, spare }: Watched<Listener>): boolean {
  return spare < streams.size;
}

async function tellOfChanges<L extends Listener>(
  { version: versionOf, stillLoggedIn }: ChangeSources<L>,
  accountId: number,
  watched: Watched<L>,
): Promise<void> {
  const version = await versionOf(accountId);
  const isChanged = version !== watched.version && !mayNotHear(watched);
  if (!isChanged && watched.quietLooks < looksUntilAlive) return;
  const streams = [...watched.streams];
  const loggedIn = await stillLoggedIn(
    accountId,
    streams.map(({ listener }) => listener),
  );
  // Only now, so that a database that went away meanwhile is asked again.
  if (isChanged) {
    watched.version = version;
    watched.spare -= streams.length;
  }
  watched.quietLooks = 0;
  for (const stream of streams) {
    if (loggedIn.has(stream.listener)) tell(stream, eventText(isChanged ? 'changed' : 'alive'));
    else end(stream, 'logged_out');
  }
}

function tell<L>({ bytes }: Stream<L>, text: string): void {
  if (bytes.readableLength > mostUnread) bytes.destroy();
  else if (!bytes.destroyed && !bytes.readableEnded) bytes.push(text);
}

function end<L>(stream: Stream<L>, reason: 'logged_out' | 'shutdown'): void {
  tell(stream, eventText('end', { reason }));
  if (!stream.bytes.destroyed) stream.bytes.push(null);
}

/** An event without data would not be dispatched. */
function eventText(name: string, data: object = {}): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
