// What a process that serves and the service that it is part of know of each other.
import type { Socket } from 'node:net';
import type { ForwardWrite } from '#request/http-message.ts';

/** What a server knows of the service that it is part of. */
export interface Membership {
  /** Where clients find the service. */
  readonly address: string;
  /** Of several workers, one tells what the others would tell too. */
  readonly isFirst: boolean;
  /** Sends a request that writes to the worker that writes for all, if one does. */
  readonly forwardWrite: ForwardWrite;
  /** The metrics of the service, given one's own. */
  readonly gatherMetrics: (own: string) => Promise<string>;
}

/** A server that takes connections from outside. */
export interface Member {
  take(socket: Socket): void;
  ownMetrics(): string;
  /** Answers a request that another worker has read; `null`: it is about to end and has done nothing. */
  readonly answerForwarded: ForwardWrite;
  /** Finishes what it has begun; `othersGoOn`: it turns no connected client away. */
  close(signal: string, options: { readonly othersGoOn: boolean }): Promise<void>;
}

/** What a process knows that serves by itself. */
export const servesAlone: Pick<Membership, 'forwardWrite' | 'gatherMetrics'> = {
  forwardWrite: async () => null,
  gatherMetrics: async (own) => own,
};
