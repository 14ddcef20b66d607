// The command line as a whole: finds the command, runs it, turns what it throws into one line and an exit code.
import { text as readAll } from 'node:stream/consumers';
import { debuglog } from 'node:util';
import { ConfigError, readConfig } from '#config';
import { chosenFormat, createLogger } from '#observe/logger.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { commandNames, commandsOfGroup, findCommand, loadCommand, nearestCommand } from './find-command.ts';
import { commandHelp, generalHelp } from './help.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { version } from '../version.ts';

/** 0: done. 1: understood, and could not be done. 2: not understood. */
export type ExitCode = 0 | 1 | 2;

/** Shows stacks of errors when `NODE_DEBUG=hourbook` is set. */
const debug = debuglog('hourbook');

/** Runs the words after `hourbook`; the clock tells epoch milliseconds. Never throws. */
export async function runCommandLine(words: readonly string[], clock: () => number): Promise<ExitCode> {
  try {
    await run(words, clock);
    return 0;
  } catch (error) {
    debug('%O', error);
    const faults =
      error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)];
    for (const fault of faults) complain(fault);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

async function run(words: readonly string[], clock: () => number): Promise<void> {
  const [first, ...others] = words;
  if (first === '--version' || first === '-v') return print(version);
  if (first === undefined || first === '--help' || first === '-h')
    return print(await overview(commandNames()));
  if (first === 'help') return help(others);
  const name = findCommand(words);
  if (name === undefined) {
    if (others.includes('--help') && commandsOfGroup(first).length > 0) return help([first]);
    throw unknownCommand(words);
  }
  const command = await loadCommand(name);
  return runCommand(command, { words: words.slice(name.split(' ').length), clock });
}

interface CommandInput {
  readonly words: readonly string[];
  readonly clock: () => number;
}

async function runCommand(command: Command, { words, clock }: CommandInput): Promise<void> {
  const parsed = parseCommandLine(command, words);
  if (parsed.help) return print(commandHelp(command));
  const config = readConfig({ flags: parsed.flags, env: process.env });
  const context: CommandContext = {
    ...parsed,
    config,
    clock,
    print: ({ text, data }) => print(parsed.json ? JSON.stringify(data) : text),
    warn: complain,
    observe: createLogger({
      level: config.logLevel,
      format: chosenFormat(config.logFormat, process.stderr),
      write: (line) => void process.stderr.write(`${line}\n`),
      clock,
    }),
    readInput: async () => (await readAll(process.stdin)).replace(/\r?\n$/, ''),
  };
  await command.run(context);
}

async function help(words: readonly string[]): Promise<void> {
  const name = findCommand(words);
  if (name !== undefined) return print(commandHelp(await loadCommand(name)));
  const [group] = words;
  if (group === undefined) return print(await overview(commandNames()));
  const names = commandsOfGroup(group);
  if (names.length === 0) throw unknownCommand(words);
  return print(await overview(names));
}

async function overview(names: readonly string[]): Promise<string> {
  return generalHelp(await Promise.all(names.map(loadCommand)));
}

function unknownCommand(words: readonly string[]): UsageError {
  const [first = ''] = words;
  const group = commandsOfGroup(first);
  if (group.length > 0 && (words[1] === undefined || words[1].startsWith('-'))) {
    return new UsageError(
      `${first} needs one more word: ${group.map((name) => name.split(' ')[1]).join(', ')}`,
    );
  }
  const near = nearestCommand(words);
  const advice = near === undefined ? 'see hourbook --help' : `did you mean "${near}"?`;
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ');
  return new UsageError(`there is no command "${typed}"; ${advice}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One line, whatever the error's message holds. */
function complain(sentence: string): void {
  process.stderr.write(`hourbook: ${sentence.trim().replace(/\s*\n\s*/g, ' ')}\n`);
}
