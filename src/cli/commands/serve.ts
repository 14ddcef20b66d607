// `hourbook serve`: the service itself, until SIGTERM or SIGINT.
import type { Config } from '#config';
import { createLineWriter } from '#observe/line-writer.ts';
import { chosenFormat, createLogger } from '#observe/logger.ts';
import { afterStart } from '#workers/after-start.ts';
import { isPostgres } from '#sql/open-database.ts';
import { version } from '../../version.ts';
import { withoutPassword } from '#values/without-password.ts';
import type { Command } from '../command.ts';

/** Serves until it is told to stop; a second signal ends the process at once. */
export const command: Command = {
  name: 'serve',
  summary: 'Serves the API until SIGTERM or SIGINT',
  arguments: [],
  options: [],
  takesSettings: true,
  async run({ config: given, json, clock }) {
    const stopped = stopSignal();
    const config = json ? { ...given, logFormat: 'json' as const } : given;
    if (config.workers === 1) await serveAlone(config, stopped);
    else await serveTogether(config, { stopped, clock });
  },
};

async function serveAlone(config: Config, stopped: Promise<string>): Promise<void> {
  // Loaded here, because who supervises workers needs nothing of it.
  const { startApp } = await import('#app');
  const app = await startApp(config);
  afterStart();
  await app.close(await stopped);
}

async function serveTogether(
  config: Config,
  { stopped, clock }: { readonly stopped: Promise<string>; readonly clock: () => number },
): Promise<void> {
  // Loaded here, because who serves alone needs nothing of it.
  const { supervise } = await import('#workers/supervisor.ts');
  const logFormat = chosenFormat(config.logFormat, process.stdout);
  const writeLine = createLineWriter(process.stdout);
  const observe = createLogger({ level: config.logLevel, format: logFormat, write: writeLine, clock });
  const write = (text: string): void => writeLine(text.slice(0, -1));
  const entry = new URL('../../worker.ts', import.meta.url);
  const service = await supervise({
    config: { ...config, logFormat },
    observe,
    write,
    entry,
    hasOneWriter: !isPostgres(config.database),
  });
  const database = withoutPassword(config.database);
  observe({
    kind: 'server_started',
    address: service.address,
    database,
    version,
    ...(service.metricsAddress === null ? {} : { metrics: service.metricsAddress }),
  });
  const signal = await Promise.race([stopped, service.failed]).catch(async (error: unknown) => {
    await service.stop('failure');
    throw error;
  });
  observe({ kind: 'server_stopping', signal });
  await service.stop(signal);
  observe({ kind: 'server_stopped' });
}

function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  return promise;
}
