// The licences of packages whose code is copied into a bundle: each of them wants its text to go with the copy.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** One text about the packages of these files. Throws an Error when a package holds no licence. */
export function licencesOf(files: readonly string[]): string {
  const folders = new Set(
    files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Described;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined && license === undefined) throw new Error(`${name} holds no licence.`);
  const holder = typeof author === 'object' ? author.name : author;
  const text = file === undefined ? `Copyright ${holder}` : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

interface Described {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}
