// A plugin of rolldown: a built program knows its resources by name, in place of a look into their folder, so that they
// lie in one file with the rest.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** Stands in for `load-resources.ts` below the folder, with the same export. */
export function listResources(folder: string): Plugin {
  return {
    name: 'list-resources',
    load(id) {
      if (id !== join(folder, 'load-resources.ts')) return null;
      const files = readdirSync(join(folder, 'resources')).sort();
      const imports = files.map((file, index) => `import r${index} from './resources/${file}';`);
      const names = files.map((_, index) => `r${index}`).join(', ');
      const order = '(a, b) => (a.name < b.name ? -1 : 1)';
      return `${imports.join('\n')}\nexport const loadResources = async () => [${names}].sort(${order});\n`;
    },
  };
}
