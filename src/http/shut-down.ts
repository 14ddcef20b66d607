// Ends a server without losing an answer: no new connections, the work in flight finished, the rest cut off.
import type { Server } from 'node:http';
import type { OverloadGuard } from './overload-guard.ts';

/** What is to end. */
export interface ShutDown {
  readonly server: { readonly server: Pick<Server, 'closeAllConnections'>; close(): Promise<unknown> };
  readonly guard: OverloadGuard;
  readonly graceSeconds: number;
}

/** Resolves when no connection and no request is left; after the grace, connections are cut. */
export async function shutDown({ server, guard, graceSeconds }: ShutDown): Promise<void> {
  const drained = guard.drain();
  const closed = server.close();
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    server.server.closeAllConnections();
    grace.resolve();
  }, graceSeconds * 1000);
  await Promise.race([drained, grace.promise]);
  await closed;
  clearTimeout(timer);
  guard.close();
}
