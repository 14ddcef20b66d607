// Runs the tools with which the project is packed, and says what they printed when they fail.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The folder of the project. */
export const project = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of the Node that the project runs on. */
export const nodeFolder = dirname(process.execPath);

/** What a program may be given. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end and answers its standard output. Throws with all that it printed when it fails. */
export async function run(
  program: string,
  words: readonly string[],
  { cwd = project, env = {} }: RunOptions = {},
): Promise<string> {
  const path = `${nodeFolder}:${process.env['PATH'] ?? ''}`;
  const options = { cwd, env: { ...process.env, PATH: path, ...env }, maxBuffer: 64 * 2 ** 20 };
  try {
    return (await execute(program, [...words], options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(' ')} failed:\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`, {
      cause: error,
    });
  }
}

/** Whether the machine has a program. */
export async function has(program: string): Promise<boolean> {
  return execute('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}

/** Packs the project into a folder and answers the file and what is in it. */
export async function pack(
  folder: string,
): Promise<{ readonly file: string; readonly size: number; readonly names: readonly string[] }> {
  // What the scripts of `npm pack` do, but for a console that is there: other tests show it meanwhile.
  await run('node', ['package/build.ts']);
  if (!existsSync(join(project, 'console/dist'))) await run('node', ['console/prepare.mjs']);
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const told = JSON.parse(await run('npm', words)) as unknown;
  // Older versions of npm answer a list, newer ones an object by name.
  const [packed] = Object.values(told as Record<string, PackedFile>);
  if (packed === undefined) throw new Error(`npm pack told nothing: ${JSON.stringify(told)}`);
  return {
    file: join(folder, packed.filename),
    size: packed.size,
    names: packed.files.map(({ path }) => path),
  };
}

interface PackedFile {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
