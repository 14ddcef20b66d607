// The name under which one request is found again in logs, answers and a client's own records.
import { randomUUID } from 'node:crypto';

const sane = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's own id when it is short and plain, else a new one. */
export function requestIdFrom(sent: string | undefined): string {
  return sent !== undefined && sane.test(sent) ? sent : randomUUID();
}
