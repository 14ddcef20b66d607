// A client of server-sent events that keeps what it got: real sockets, waits for facts.
import { setTimeout as sleep } from 'node:timers/promises';

/** One event, its data read. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
}

/** An open stream, or the refusal of one. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly SentEvent[];
  /** Body of a refusal. */
  readonly text: () => Promise<string>;
  /** Resolves once there are so many events of the name. */
  got(name: string, count: number): Promise<void>;
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

const patience = 60_000;

/** Opens one. */
export async function openEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStream> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const events: SentEvent[] = [];
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const ended = isStream ? collect(response, events) : Promise.resolve();
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => response.text(),
    async got(name, count) {
      const until = Date.now() + patience;
      const found = (): number => events.filter((event) => event.name === name).length;
      while (found() < count) {
        if (Date.now() > until)
          throw new Error(`${found()} of ${count} events ${name}: ${JSON.stringify(events)}`);
        await sleep(20);
      }
    },
    ended,
    close: () => leaving.abort(),
  };
}

async function collect(response: Response, events: SentEvent[]): Promise<void> {
  let rest = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1];
        if (name !== undefined)
          events.push({ name, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') });
      }
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
}
