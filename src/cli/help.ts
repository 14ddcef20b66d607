// Help as text, written from the declarations alone.
import { flagOf, options as settings, variableOf, type Option, type OptionName } from '#config';
import type { Command, CommandOption } from './command.ts';
import { settingsOf } from './parse-command-line.ts';

type Row = readonly [left: string, right: string];

/** The help of the whole program, or of a group when only its commands are given. */
export function generalHelp(commands: readonly Command[]): string {
  return [
    'usage: hourbook COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'hourbook COMMAND --help tells more; hourbook --version prints the version.',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const words = command.arguments.map(({ name, optional }) => (optional === true ? `[${name}]` : name));
  const own: Row[] = command.options.map((option) => [
    flagText(option),
    option.doc + (option.required === true ? ' Required.' : ''),
  ]);
  const common: Row[] = [
    ['--json', 'Prints the result as JSON.'],
    ['--help, -h', 'Prints this.'],
  ];
  return [
    `usage: ${['hourbook', command.name, ...words, '[OPTIONS]'].join(' ')}`,
    '',
    `${command.summary}.`,
    ...section(
      'Arguments',
      command.arguments.map(({ name, doc }) => [name, doc]),
    ),
    ...section('Options', [...own, ...settingsOf(command).map(settingRow), ...common]),
    '',
    'Every setting is also an environment variable: --database is HOURBOOK_DATABASE. A flag goes before it.',
  ].join('\n');
}

function flagText({ flag, value }: Pick<CommandOption, 'flag' | 'value'>): string {
  return value === undefined ? `--${flag}` : `--${flag} ${value}`;
}

function settingRow(name: OptionName): Row {
  const { form, default: fallback, doc }: Option<unknown> = settings[name];
  const shown = fallback === '' ? '' : ` (default ${fallback}; ${variableOf(name)})`;
  const left = form.shown === undefined ? `--${flagOf(name)}` : `--${flagOf(name)} ${form.shown}`;
  return [left, `${doc.replaceAll('`', '')}${shown}`];
}

function section(title: string, rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? [] : ['', `${title}:`, ...table(rows)];
}

/** Two columns; a left side that is too long for its column gets a line of its own. */
function table(rows: readonly Row[]): readonly string[] {
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
}
