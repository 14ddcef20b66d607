// A plugin of rolldown: lets modules find files by their own place as in `src`, wherever their code comes to lie.
import { dirname, relative } from 'node:path';
import type { Plugin } from 'rolldown';

/** Stands for the address of the built folder until it is known in which file a module comes to lie. */
const builtUrl = '__BUILT_URL__';

/** `import.meta.url` of a file below the folder is its address below the built one; `.ts` becomes `.js`. */
export function keepAddresses(folder: string): Plugin {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!id.startsWith(folder) || !code.includes('import.meta.url')) return null;
      const own = JSON.stringify(relative(folder, id));
      return code.replaceAll('import.meta.url', `new URL(${own}, ${builtUrl}).href`);
    },
    renderChunk(code, { fileName }) {
      const up = JSON.stringify(`./${relative(dirname(fileName), '.')}/`);
      return code.replaceAll(builtUrl, `new URL(${up}, import.meta.url)`).replace(/\.ts(?=['"`])/g, '.js');
    },
  };
}
