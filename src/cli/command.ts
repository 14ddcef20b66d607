// The vocabulary of the command line: what a command declares and what it is given when it runs.
// It must not know any command.
import type { Config } from '#config';
import type { Observe } from '#observe/event.ts';

/** One word after the command's name, such as the FILE of `backup FILE`. */
export interface CommandArgument {
  /** Upper case, as help shows it; the key in {@link CommandContext.arguments}. */
  readonly name: string;
  readonly doc: string;
  /** Whether it may be left out. */
  readonly optional?: boolean;
}

/** One `--flag` of a command besides the common ones (`--help`, `--json`, `--database`). */
export interface CommandOption {
  /** The flag without its dashes, kebab-case; the key in {@link CommandContext.options}. */
  readonly flag: string;
  /** What help shows for the value, such as `NAME`; without it the flag is a switch. */
  readonly value?: string;
  readonly doc: string;
  /** The command does not run without it. */
  readonly required?: boolean;
}

/** What a command works with while it runs. */
export interface CommandContext {
  /** The words after the command's name, by the names declared. */
  readonly arguments: Readonly<Record<string, string | undefined>>;
  /** Values of the declared options: text, or `true` for a switch that is set. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
  /** The whole configuration: flags before environment before defaults. */
  readonly config: Config;
  /** Whether `--json` asks for one JSON value instead of text for people. */
  readonly json: boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Prints the result on standard output: `data` with `--json`, else `text` (one line or several). */
  readonly print: (result: CommandResult) => void;
  /** Prints `hourbook: …` on standard error, whatever the format: a remark that is not the result. */
  readonly warn: (sentence: string) => void;
  /** Logs on standard error what no audit log of an account can tell. */
  readonly observe: Observe;
  /** All of standard input as text without the last line end; for secrets that must not stand in `ps`. */
  readonly readInput: () => Promise<string>;
}

/** The same result twice: for people and for programs. */
export interface CommandResult {
  readonly text: string;
  readonly data: unknown;
}

/** A command: one file in `commands/`, named after it (`account create` is `account-create.ts`), exporting `command`. */
export interface Command {
  /** One or two words: `serve`, `account create`. */
  readonly name: string;
  /** One sentence without a full stop, for the list in `hourbook --help`. */
  readonly summary: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  /** Whether every option of the configuration is a flag of this command; otherwise only `--database` is. */
  readonly takesSettings?: boolean;
  /** Resolves when done; throws {@link CommandFailure} or {@link UsageError} to end with 1 or 2. */
  readonly run: (context: CommandContext) => Promise<void>;
}

/** The command was understood and could not be done: one line on standard error, exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The command line was not understood: one line on standard error, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
