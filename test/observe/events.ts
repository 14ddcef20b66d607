// Makes events for tests.
import type { ObservedEvent } from '#observe/event.ts';

type RequestDone = Extract<ObservedEvent, { kind: 'request_done' }>;

/** A request that went well, but for what is given. */
export function requestDone(given: Partial<RequestDone>): RequestDone {
  return {
    kind: 'request_done',
    requestId: 'r-1',
    method: 'GET',
    path: '/acme/v4/clients/read/',
    query: '',
    status: 200,
    duration: 1.25,
    resource: 'clients',
    action: 'read',
    client: '192.0.2.1',
    bytes: 12,
    ...given,
  };
}
