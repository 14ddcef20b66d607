// `hourbook serve`: the service itself, until SIGTERM or SIGINT.
import { flushCompileCache } from 'node:module';
import { startApp } from '#app';
import type { Command } from '../command.ts';

/** Serves until it is told to stop; a second signal ends the process at once. */
export const command: Command = {
  name: 'serve',
  summary: 'Serves the API until SIGTERM or SIGINT',
  arguments: [],
  options: [],
  takesSettings: true,
  async run({ config, json }) {
    const stopped = stopSignal();
    const app = await startApp(json ? { ...config, logFormat: 'json' } : config);
    const close: (signal: NodeJS.Signals) => Promise<void> = app.close;
    // A process that is killed later would leave no cache for the next start.
    flushCompileCache();
    await close(await stopped);
  },
};

function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  return promise;
}
