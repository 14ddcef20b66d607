// src/generated/rows.ts, written from the declared resources: `npm run reference`.
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import type { Resource } from '#resource/resource.ts';
import { loadResources } from '../load-resources.ts';

/** Where the types are. */
export const rowsFile = new URL('rows.ts', import.meta.url);

/** The text of the file. */
export async function rowTypes(): Promise<string> {
  const stored = (await loadResources()).filter(({ storage }) => storage !== 'computed');
  const text = `// What a row of each resource holds as it is stored. Written by \`npm run reference\` from the declarations.

/** Rows by the name of their resource; hidden columns included. */
export type Rows = {
${stored.map((resource) => `${resource.name}: {\n${[...columnsOf(resource)].join('\n')}\n};`).join('\n')}
};
`;
  return format(text, { ...(await resolveConfig(rowsFile)), parser: 'typescript' });
}

function* columnsOf({ fields, hidden, fixed, storage, tree }: Resource): Generator<string> {
  if (!fields.has('id') && storage !== 'derived') yield column('id', 'number', true);
  for (const { name, type, values, required, filled, stored } of fields.values())
    if (stored) {
      const told = values?.map((value) => JSON.stringify(value)).join(' | ') ?? typeNames[type.column];
      yield column(name, told, required || filled === true || name === 'id' || name === tree?.path);
    }
  for (const [name, { column: type, default: value, filled }] of Object.entries(hidden))
    if (!fields.has(name)) yield column(name, typeNames[type], filled ?? value != null);
  for (const [name, value] of Object.entries(fixed))
    if (!fields.has(name) && hidden[name] === undefined)
      yield column(name, typeof value === 'number' ? 'number' : 'string', value !== null);
}

const typeNames = { integer: 'number', text: 'string' } as const;

function column(name: string, type: string, filled: boolean): string {
  return `readonly ${name}: ${type}${filled ? '' : ' | null'};`;
}

if (import.meta.main) void rowTypes().then((text) => writeFile(rowsFile, text));
