// Every command has a place among those whose traces are tested.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandNames } from '#cli/find-command.ts';
import { placedCommands } from '../process/placed-commands.ts';

test('each command says in test/process/placed-commands.ts what it leaves behind', () => {
  const names = new Set([...commandNames(), ...Object.keys(placedCommands)]);
  const differing = [...names].filter((name) => !commandNames().includes(name) || !(name in placedCommands));
  assert.deepEqual(
    differing.map((name) => `test/process/placed-commands.ts and src/cli/commands differ in ${name}`),
    [],
  );
});
