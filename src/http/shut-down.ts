// Ends a server without losing an answer: no new connections, the work in flight finished, the rest cut off.
import type { Server } from 'node:http';
import type { AdoptedConnections } from './adopt-connections.ts';
import type { OverloadGuard } from './overload-guard.ts';

/** What is to end. */
export interface ShutDown {
  readonly server: { readonly server: Pick<Server, 'closeAllConnections'>; close(): Promise<unknown> };
  readonly guard: OverloadGuard;
  readonly adopted: AdoptedConnections;
  /** Whether requests on connections that are open are answered 503 from now on; else each connection gets one answer more. */
  readonly turnsAway: boolean;
  readonly graceSeconds: number;
}

/** Resolves when no connection and no request is left; after the grace, connections are cut. */
export async function shutDown({ server, guard, adopted, turnsAway, graceSeconds }: ShutDown): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    server.server.closeAllConnections();
    grace.resolve();
  }, graceSeconds * 1000);
  // Closing the server cuts connections off whose first request has not come yet.
  if (!turnsAway) await Promise.race([adopted.retire(), grace.promise]);
  const drained = guard.drain();
  const closed = Promise.all([server.close(), adopted.allClosed()]);
  await Promise.race([drained, grace.promise]);
  await closed;
  clearTimeout(timer);
  guard.close();
}
