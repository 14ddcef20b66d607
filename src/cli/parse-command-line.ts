// The words after a command's name → its arguments and options, or a UsageError that names the word at fault.
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { flagOf, optionNames, options as settings, type ConfigSources, type OptionName } from '#config';
import { UsageError, type Command, type CommandContext } from './command.ts';

/** What a command line says. */
export interface ParsedCommandLine extends Pick<CommandContext, 'arguments' | 'options' | 'json'> {
  readonly help: boolean;
  /** Flags that are options of the configuration, by flag. */
  readonly flags: ConfigSources['flags'];
}

/** The options of the configuration that a command takes as flags. */
export function settingsOf(command: Command): readonly OptionName[] {
  return command.takesSettings === true ? optionNames : ['database'];
}

/** Reads the words. Required arguments and options may be missing only with `--help`. */
export function parseCommandLine(command: Command, words: readonly string[]): ParsedCommandLine {
  const { values, positionals } = parseWords(command, words);
  const help = values['help'] === true;
  const named = namedArguments(command, positionals);
  if (!help) requireAll(command, { named, values });
  const own = new Set(command.options.map((option) => option.flag));
  const entries = Object.entries(values);
  return {
    arguments: named,
    options: Object.fromEntries(entries.filter(([flag]) => own.has(flag))) as CommandContext['options'],
    flags: Object.fromEntries(
      entries.filter(([flag]) => !own.has(flag) && flag !== 'help' && flag !== 'json'),
    ),
    json: values['json'] === true,
    help,
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parseWords(
  command: Command,
  words: readonly string[],
): { values: Values; positionals: readonly string[] } {
  try {
    const parsed = parseArgs({
      args: [...words],
      options: flagsOf(command),
      allowPositionals: true,
      strict: true,
    });
    return { values: parsed.values as Values, positionals: parsed.positionals };
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. (?=To specify)|\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}; see hourbook ${command.name} --help`, {
      cause: error,
    });
  }
}

function flagsOf(command: Command): ParseArgsOptionsConfig {
  const flags: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } };
  for (const name of settingsOf(command)) {
    flags[flagOf(name)] = { type: 'shown' in settings[name].form ? 'string' : 'boolean' };
  }
  for (const option of command.options) {
    flags[option.flag] = { type: option.value === undefined ? 'boolean' : 'string' };
  }
  return flags;
}

function namedArguments(command: Command, positionals: readonly string[]): CommandContext['arguments'] {
  const extra = positionals[command.arguments.length];
  if (extra !== undefined) {
    throw new UsageError(`"${extra}" is one word too many; see hourbook ${command.name} --help`);
  }
  return Object.fromEntries(command.arguments.map((argument, index) => [argument.name, positionals[index]]));
}

function requireAll(
  command: Command,
  { named, values }: { readonly named: CommandContext['arguments']; readonly values: Values },
): void {
  const missing = [
    ...command.arguments
      .filter((argument) => argument.optional !== true && !named[argument.name])
      .map(({ name }) => name),
    ...command.options
      .filter((option) => option.required === true && !values[option.flag])
      .map(({ flag }) => `--${flag}`),
  ];
  if (missing.length === 0) return;
  throw new UsageError(`${missing.join(' and ')} missing; see hourbook ${command.name} --help`);
}
