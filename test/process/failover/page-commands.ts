// Reads the named command blocks of a how-to page, so that a test can run them.
import { readFileSync } from 'node:fs';

/** Blocks by their name: "```sh etcd" is `etcd`. Throws when one is missing. */
export function commandsOf<const N extends string>(
  page: URL,
  names: readonly N[],
): Readonly<Record<N, string>> {
  const text = readFileSync(page, 'utf8');
  const blocks = new Map(
    [...text.matchAll(/^```sh (\w+)\n(.*?)^```$/gms)].map(([, name = '', block = '']) => [name, block]),
  );
  const found = names.map((name) => {
    const block = blocks.get(name);
    if (block === undefined) throw new Error(`${page.pathname} has no block "sh ${name}"`);
    return [name, block] as const;
  });
  return Object.fromEntries(found) as Record<N, string>;
}
