// Loads the declared resources: every file of src/resources, one resource each. It must not know any of them.
import { readdir } from 'node:fs/promises';
import type { Resource } from '#resource/resource.ts';

const directory = new URL('./resources/', import.meta.url);

/** All resources, sorted by name. */
export async function loadResources(): Promise<readonly Resource[]> {
  const files = (await readdir(directory)).filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'));
  const resources = await Promise.all(files.map(loadResource));
  return resources.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function loadResource(file: string): Promise<Resource> {
  const loaded = (await import(new URL(file, directory).href)) as { readonly default: Resource };
  return loaded.default;
}
