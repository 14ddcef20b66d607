// A plugin of rolldown: takes Node's own modules without `import`. For an import Node evaluates every property of the module,
// and some load much that no server needs: those of `node:http` a client with fetch and WebSocket.
import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

/** What the HTTP framework loads in case it is to serve TLS itself; here they load when they are used. */
const seldomUsed: readonly string[] = ['node:https', 'node:http2'];

/** The beginning of rolldown's own code imports it before anything else is defined. */
const imported = 'node:module';

const mark = '\0node-module:';

/** Each is a CommonJS module that asks Node for the one of its name. */
export const nodeModules: Plugin = {
  name: 'node-modules',
  resolveId(id) {
    const name = id.startsWith('node:') ? id : `node:${id}`;
    if (!isBuiltin(id)) return null;
    return name === imported ? { id: name, external: true } : `${mark}${name}.cjs`;
  },
  async load(id) {
    if (!id.startsWith(mark)) return null;
    const name = id.slice(mark.length, -'.cjs'.length);
    const asked = `process.getBuiltinModule('${name}')`;
    if (!seldomUsed.includes(name)) return `module.exports = ${asked};`;
    const properties = Object.keys((await import(name)) as object).filter((key) => key !== 'default');
    return `module.exports = { ${properties.map((key) => `get ${key}() { return ${asked}.${key}; }`).join(', ')} };`;
  },
};
