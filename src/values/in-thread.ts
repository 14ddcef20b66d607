// Work that keeps a processor busy for long, done in a thread of its own while the event loop serves others.
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a thread, with the order as its `workerData`, and resolves with the first message that it posts. An error
 * of the module is thrown; a module that ends without a message throws an Error that names `what` was to be made.
 */
export function inThread<T>(module: URL, { order, what }: { order: unknown; what: string }): Promise<T> {
  return new Promise((settle, reject) => {
    const worker = new Worker(module, { workerData: order });
    worker.once('message', settle);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`${what} ended without a result.`)));
  });
}
