// Loaded into a process before its own code: writes the address of each module that it loads into the file LOADED_MODULES.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env['LOADED_MODULES'];
registerHooks({
  load(url, context, next) {
    if (file !== undefined) appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
