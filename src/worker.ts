// What a worker of `hourbook serve --workers` runs: the same server as without workers, with connections from outside.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/hourbook', import.meta.url)));
const { joinWorkers } = await import('#workers/join-workers.ts');
const { startApp } = await import('#app');
joinWorkers(async (config, membership) => {
  const member = await startApp(config, { membership });
  // A process that is killed later would leave no cache for the next start.
  flushCompileCache();
  return member;
});
