// Which command a line names. Commands are the files in commands/: adding a file adds a command.
import { readdirSync } from 'node:fs';
import type { Command } from './command.ts';

const folder = new URL('commands/', import.meta.url);

/** The words of all commands, sorted: `account create`, `serve` … */
export function commandNames(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length).replace('-', ' '))
    .sort();
}

/** The name that the first one or two words make, or `undefined`. */
export function findCommand(words: readonly string[]): string | undefined {
  const names = commandNames();
  return [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => names.includes(name));
}

/** Loads one command; the others cost nothing. */
export async function loadCommand(name: string): Promise<Command> {
  const file = new URL(`${name.replace(' ', '-')}.ts`, folder);
  const { command } = (await import(file.href)) as { command: Command };
  return command;
}

/** Commands whose first word is this one: `account` → `account create`, `account list`. */
export function commandsOfGroup(group: string): readonly string[] {
  return commandNames().filter((name) => name.startsWith(`${group} `));
}

/** The command a person most likely meant, if any is near. */
export function nearestCommand(words: readonly string[]): string | undefined {
  const typed = words.slice(0, 2).join(' ');
  const ranked = commandNames()
    .map((name) => ({ name, distance: editDistance(name, name.includes(' ') ? typed : (words[0] ?? '')) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, best.name.length / 3) ? best.name : undefined;
}

/** Levenshtein: how many letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
