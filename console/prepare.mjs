// Builds the console after `npm ci`. Without the packages for developers (`--omit=dev`) there is nothing to build with:
// then it does nothing, and any Node may run it.
import { existsSync } from 'node:fs';

const bundler = new URL('../node_modules/rolldown/package.json', import.meta.url);
if (existsSync(bundler)) {
  const { buildConsole } = await import('./build.ts');
  await buildConsole();
}
