// The service as the npm package holds it, without packing: what is built lies beside the databases of the bench, and takes
// the packages of the checkout.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Builds it below a folder and answers its executable. */
export function buildShipped(folder: string): string {
  const root = join(folder, 'shipped');
  execFileSync(process.execPath, ['package/build.ts']);
  mkdirSync(join(root, 'console'), { recursive: true });
  for (const name of ['bin', 'dist', 'package.json']) cpSync(name, join(root, name), { recursive: true });
  for (const name of ['node_modules', 'console/dist']) symlinkSync(resolve(name), join(root, name));
  return join(root, 'bin/hourbook');
}
