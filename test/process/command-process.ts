// Runs command lines one after another, each as the executable would, in one process that a test has started.
import { runCommandLine } from '#cli/run-command-line.ts';
import { endMark, type CommandLine } from './shared-process.ts';

process.on('message', ({ words, env }: CommandLine) => void run(words, env));

async function run(words: readonly string[], env: CommandLine['env']): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const code = await runCommandLine(words, Date.now);
  process.stdout.write(endMark);
  process.stderr.write(endMark);
  process.send?.({ code });
}
