// The executable: hands the command line over. Compiled modules are kept beside the packages, if that can be written.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { resolveQuickly } from './quick-resolve.ts';

const oldest = 26;
if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(`hourbook: needs Node ${oldest} or later; this is ${process.versions.node}\n`);
  process.exit(1);
}

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/hourbook', import.meta.url)));
resolveQuickly();
// A reader of the output that goes away, such as `head`, is no error.
process.stdout.on('error', () => {});
const { runCommandLine } = await import('#cli/run-command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), Date.now);
