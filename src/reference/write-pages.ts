// docs/reference/resources/*.md, written from the declared resources: `npm run reference`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { checkResources } from '#resource/check-resources.ts';
import { buildSchema } from '#resource/schema.ts';
import { loadResources } from '../load-resources.ts';
import { documentedResources } from './actions.ts';
import { contentsPage } from './pages/contents-page.ts';
import { resourcePage } from './pages/resource-page.ts';

/** Where the pages are. */
export const pagesFolder = new URL('../../docs/reference/resources/', import.meta.url);

/** Every page by its file name. Throws an Error that names every contradiction of the declarations. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const resources = await loadResources();
  checkResources(resources);
  const schema = buildSchema(resources);
  const pages = documentedResources(schema).map(
    (resource) => [`${resource.name}.md`, resourcePage(resource, schema)] as const,
  );
  return new Map([['README.md', contentsPage(schema)] as const, ...pages]);
}

async function writePages(): Promise<void> {
  const pages = await referencePages();
  // Pages of resources that there are no more go too.
  await rm(pagesFolder, { recursive: true, force: true });
  await mkdir(pagesFolder, { recursive: true });
  for (const [name, text] of pages) await writeFile(new URL(name, pagesFolder), text);
}

if (import.meta.main) void writePages();
