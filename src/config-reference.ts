// docs/reference/configuration.md, written from the table of options: `npm run reference`.
import { writeFile } from 'node:fs/promises';
import { flagOf, optionNames, options, variableOf, type Option, type OptionName } from '#config';

const page = new URL('../docs/reference/configuration.md', import.meta.url);

/** The whole page. */
export function configurationPage(): string {
  return `# Configuration

Every option is a flag of \`hourbook serve\` and an environment variable. A flag goes before a variable, a variable before the default; an empty variable counts as not set. All faults are reported at once, and the service does not start. Other commands read the same variables; of the flags they take only \`--database\`.

Durations are seconds, or have the unit \`s\`, \`m\`, \`h\` or \`d\`. Sizes are bytes, or have the unit \`KiB\`, \`MiB\` or \`GiB\`. Lists are separated by commas.

| flag | variable | value | default | meaning |
|---|---|---|---|---|
${optionNames.map(row).join('\n')}

This page is written by \`npm run reference\`.
`;
}

function row(name: OptionName): string {
  const { form, default: fallback, doc }: Option<unknown> = options[name];
  const value = form.shown === undefined ? '`true` or `false`' : `\`${form.shown.replaceAll('|', '\\|')}\``;
  const shown = fallback === '' ? 'none' : `\`${fallback}\``;
  return `| \`--${flagOf(name)}\` | \`${variableOf(name)}\` | ${value} | ${shown} | ${doc} |`;
}

if (import.meta.main) void writeFile(page, configurationPage());
