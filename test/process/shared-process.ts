// One process that runs many commands, because a new process for each costs a second. It knows nothing of single commands.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** What the process is told: the words after `hourbook`, and its whole environment. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What the process writes to both of its outputs behind those of a command. */
export const endMark = '\u0000end of command\n';

/** What a command wrote, and its exit code. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

/** The process; it takes one command at a time. */
export interface SharedProcess {
  readonly child: ChildProcess;
  readonly isBusy: () => boolean;
  run(command: CommandLine): Promise<CommandResult>;
}

/** Starts it. */
export function startSharedProcess(): SharedProcess {
  const child = fork(new URL('./command-process.ts', import.meta.url), { silent: true });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the process of the commands ended with ${code ?? signal}`);
  });
  ended.catch(() => {});
  let isBusy = false;
  return {
    child,
    isBusy: () => isBusy,
    async run(command) {
      isBusy = true;
      const result = Promise.all([
        once(child, 'message') as Promise<[{ readonly code: number }]>,
        readToMark(child.stdout as Readable),
        readToMark(child.stderr as Readable),
      ]);
      child.send(command);
      try {
        const [[{ code }], output, complaint] = await Promise.race([result, ended]);
        return { code, output, complaint };
      } finally {
        isBusy = false;
      }
    },
  };
}

function readToMark(stream: Readable): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  return new Promise((resolve) => {
    const take = (piece: string): void => {
      text += piece;
      if (!text.endsWith(endMark)) return;
      stream.off('data', take);
      resolve(text.slice(0, -endMark.length));
    };
    stream.on('data', take);
  });
}
