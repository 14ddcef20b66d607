// What a worker of `hourbook serve --workers` runs: the same server as without workers, with connections from outside.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { resolveQuickly } from './quick-resolve.ts';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/hourbook', import.meta.url)));
resolveQuickly();
const { joinWorkers } = await import('#workers/join-workers.ts');
const { startApp } = await import('#app');
const { afterStart } = await import('#workers/after-start.ts');
joinWorkers(async (config, membership) => {
  const member = await startApp(config, { membership });
  afterStart();
  return member;
});
