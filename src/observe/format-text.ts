// An event as a line for people at a terminal: time, level when it is not ordinary, a sentence.
import type { ObservedEvent } from './event.ts';
import type { LineHead } from './format-json.ts';

/** Writes the line; the stack of an unforeseen error follows on lines of its own. */
export function formatText(event: ObservedEvent, { level, time }: LineHead): string {
  const clock = time.slice(11, 19);
  const head = level === 'info' ? clock : `${clock} ${level.toUpperCase()}`;
  const stack = 'error' in event && event.error instanceof Error ? (event.error.stack ?? '').split('\n') : [];
  return [`${head} ${sentence(event)}`, ...stack.map((text) => `  ${text}`)].map(printable).join('\n');
}

function sentence(event: ObservedEvent): string {
  switch (event.kind) {
    case 'server_started':
      return startSentence(event);
    case 'migrations_applied':
      return `the schema is up to date: ${event.names.length} applied, the last ${event.names.at(-1)}`;
    case 'demo_filling':
      return 'the demo account is being filled; its logins follow in a few seconds';
    case 'demo_kept':
      return `the account ${event.account} is there already. A new password: ${event.newPassword} — a new client: ${event.newClient}`;
    case 'background_done':
      return event.task === 'demo' ? 'the demo account has all its bookings' : plainSentence(event);
    case 'server_stopping':
      return `stopping (${event.signal})`;
    case 'server_stopped':
      return 'stopped';
    case 'request_done':
      return requestSentence(event);
    case 'request_failed':
      return `request ${event.requestId} failed: ${String(event.error)}`;
    default:
      return plainSentence(event);
  }
}

function plainSentence({ kind, ...rest }: ObservedEvent): string {
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`);
  return [kind.replaceAll('_', ' '), ...facts].join(' ');
}

function startSentence(event: Extract<ObservedEvent, { kind: 'server_started' }>): string {
  const { version, address, database, metrics } = event;
  const more = metrics === undefined ? '' : `, metrics on ${metrics}`;
  return `Hourbook ${version} listens on ${address}, database ${database}${more}`;
}

function requestSentence(event: Extract<ObservedEvent, { kind: 'request_done' }>): string {
  const { method, path, query, status, duration, bytes, requestId } = event;
  const address = query === '' ? path : `${path}?${query}`;
  return `${method} ${address} ${status} ${duration.toFixed(1)} ms ${bytes} B ${requestId}`;
}

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Clients choose some of the text: control characters would let them rewrite the terminal. */
function printable(text: string): string {
  return text.replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
