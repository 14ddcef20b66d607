// Sends each request over a new connection, so that the next worker answers it.
import { request } from 'node:http';

/** An answer, or how there came to be none. */
export type Outcome =
  | { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }
  | { readonly lost: string };

/** What to send. */
export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** Longer than any client waits, in milliseconds: an answer that has not come by then never will. */
const patience = 60_000;

/** Sends a request. A connection that is cut is an outcome; one that is never answered is an error. */
export function sendAlone(
  url: string,
  { method = 'GET', headers = {}, body }: Sending = {},
): Promise<Outcome> {
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = body === undefined ? {} : { 'content-type': type };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false, headers: { ...content, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] }),
      );
      response.on('error', (error) => resolve({ lost: error.message }));
    });
    sent.setTimeout(patience, () => sent.destroy(new Error('no answer')));
    sent.on('error', (error) => {
      if (error.message === 'no answer') reject(new Error(`${method} ${url} was never answered`));
      else resolve({ lost: error.message });
    });
    sent.end(body?.toString());
  });
}
