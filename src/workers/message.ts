// What the process that supervises and those that serve say to each other.
import type { Config } from '#config';

/** To a worker. With `connection` comes the socket. */
export type ToWorker =
  | { readonly kind: 'serve'; readonly worker: number; readonly address: string; readonly config: Config }
  | { readonly kind: 'connection' }
  /** With it comes a connection to the worker that writes. */
  | { readonly kind: 'writer' }
  /** With it comes a connection on which another worker sends what is to be written. */
  | { readonly kind: 'writes' }
  | { readonly kind: 'drain'; readonly signal: string }
  | { readonly kind: 'tell_metrics'; readonly question: number }
  | { readonly kind: 'all_metrics'; readonly question: number; readonly all: readonly WorkerMetrics[] };

/** From a worker. */
export type FromWorker =
  /** It can take connections. */
  | { readonly kind: 'ready' }
  /** It cannot, for this reason, and will end. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The connection that was sent last is in its hands, or not. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' }
  /** The supervisor or an operator told it to end: it takes no more connections. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'metrics'; readonly question: number; readonly text: string }
  /** Wants the metrics of all others. */
  | { readonly kind: 'ask_metrics'; readonly question: number };

/** The metrics of one worker as text. */
export interface WorkerMetrics {
  readonly worker: number;
  readonly text: string;
}
