// What a command that handles the database alone says of the bytes beside it.
import { filePlaceOf } from '#files/open-file-store.ts';
import type { CommandContext } from './command.ts';

/** Remarks, if rows mean files, where their bytes are, and what is to be done with them. */
export function warnOfFiles(
  { config, warn }: Pick<CommandContext, 'config' | 'warn'>,
  files: number,
  advice: string,
): void {
  if (files > 0)
    warn(`the bytes of ${files} files are not in the backup but in ${filePlaceOf(config)}: ${advice}`);
}
