// The processes of a node's server, which run on this machine: they are frozen, ended and started again.
import { execFile, execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CitusNode } from '../support/citus-databases.ts';
import { withServer } from '../support/postgres-databases.ts';

/** What can be done to them. */
export interface NodeProcesses {
  /** To all of them. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Starts the server that was killed, as it was started before, or ends it and starts it again; it answers then. */
  readonly start: () => Promise<void>;
}

/** Looks them up. */
export async function nodeProcesses({ url }: CitusNode): Promise<NodeProcesses> {
  const { file, folder, programs } = await withServer(url, async (client) => {
    const found = await client.query<{ file: string; folder: string; programs: string }>(
      `select pg_read_file('postmaster.pid') as file, current_setting('data_directory') as folder,
        (select setting from pg_config where name = 'BINDIR') as programs`,
    );
    return found.rows[0] ?? { file: '', folder: '', programs: '' };
  });
  const [parent = ''] = file.split('\n');
  let isKilled = false;
  return {
    signal: (signal) => {
      isKilled = signal === 'SIGKILL';
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', parent], { encoding: 'utf8' });
      process.kill(Number(parent), signal);
      for (const pid of children.trim().split(/\s+/)) sendIfListed(Number(pid), signal);
    },
    start: async () => {
      const { uid, gid } = statSync(folder);
      // Until it is no longer listed, what was killed counts as running.
      if (isKilled) while (isListed(Number(parent))) await pause(100);
      isKilled = false;
      const words = ['restart', '-w', '-m', 'fast', '-D', folder, '-l', `${folder}/started-again.log`];
      // Certificates are looked for in the home folder, which must not be another user's.
      const env = { ...process.env, HOME: folder };
      await promisify(execFile)(`${programs}/pg_ctl`, words, { uid, gid, env, cwd: folder });
    },
  };
}

function isListed(pid: number): boolean {
  return sendIfListed(pid, 0);
}

/** A process ends by itself when its server was killed. */
function sendIfListed(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
