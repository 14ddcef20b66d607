// Hears from the server that something has changed, once for all tabs of this browser, and pulls.
import { readSession, sessionState, who } from './session.ts';
import { pull } from './sync.ts';

/** Whether changes arrive at once. Without, they arrive by asking every 15 seconds. */
let isLive = false;
let stop: (() => void) | null = null;

/** Begins to listen for the account of the person who is logged in; what listened before stops. */
export function startLive(): void {
  stop?.();
  const account = who.value?.account;
  if (account === undefined) return;
  const ended = new AbortController();
  const channel = new BroadcastChannel(`hourbook:${account}`);
  const told = (): void => {
    if (document.visibilityState === 'visible') void pull();
    else missed = true;
  };
  let missed = false;
  const shown = (): void => {
    if (document.visibilityState !== 'visible' || !missed) return;
    missed = false;
    void pull();
  };
  channel.addEventListener('message', (event) => {
    isLive = event.data === 'live' || event.data === 'changed';
    if (event.data === 'changed') told();
  });
  document.addEventListener('visibilitychange', shown, { signal: ended.signal });
  const poll = setInterval(() => {
    if (!isLive && document.visibilityState === 'visible' && sessionState.value === 'open') void pull();
  }, 15_000);
  stop = () => {
    ended.abort();
    clearInterval(poll);
    channel.close();
    isLive = false;
  };
  void lead(account, channel, told, ended.signal);
}

/** Stops listening. */
export function stopLive(): void {
  stop?.();
  stop = null;
}

/** Seconds until a stream that the server refused is asked for again; a browser repeats only what broke off. */
const pauses = [2, 5, 15, 30] as const;

/** One tab holds the lock and the stream; when it closes, another one takes over. */
async function lead(
  account: string,
  channel: BroadcastChannel,
  told: () => void,
  ended: AbortSignal,
): Promise<void> {
  const tell = (word: 'live' | 'changed' | 'lost'): void => {
    if (ended.aborted) return;
    isLive = word !== 'lost';
    channel.postMessage(word);
  };
  const hold = async (): Promise<void> => {
    for (let failures = 0; !ended.aborted; failures += 1) {
      if (sessionState.value === 'open') {
        const wasHeard = await listen(account, { tell, told }, ended);
        if (wasHeard) failures = 0;
        tell('lost');
      }
      await pause(pauses[Math.min(failures, pauses.length - 1)] as number, ended);
    }
  };
  await navigator.locks
    .request(`hourbook:changes:${account}`, { signal: ended }, hold)
    .catch(() => undefined);
}

interface Ears {
  readonly tell: (word: 'live' | 'changed' | 'lost') => void;
  readonly told: () => void;
}

/** Listens until the browser gives the stream up, the login ends, or this page listens no more; answers whether it was heard. */
function listen(account: string, { tell, told }: Ears, ended: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(`/${account}/v4/changes`);
    let isHeard = false;
    const close = (): void => {
      source.close();
      resolve(isHeard);
    };
    source.addEventListener('changed', () => {
      isHeard = true;
      tell('changed');
      told();
    });
    source.addEventListener('alive', () => tell('live'));
    source.addEventListener('error', () => {
      tell('lost');
      if (source.readyState === EventSource.CLOSED) close();
    });
    source.addEventListener('end', (event) => {
      tell('lost');
      if (!String(event.data).includes('logged_out')) return;
      void readSession(account);
      close();
    });
    ended.addEventListener('abort', close);
  });
}

function pause(seconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
    ended.addEventListener('abort', () => resolve());
  });
}
