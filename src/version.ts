// The version of this program, as package.json says it.
import packageFile from '../package.json' with { type: 'json' };

/** Such as `1.2.0`. */
export const version: string = packageFile.version;
