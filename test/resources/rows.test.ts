// The types of rows are those of the declarations.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { rowsFile, rowTypes } from '#generated/write-rows.ts';

it('types rows as the resources declare them; npm run reference writes them', async () => {
  assert.equal(await readFile(rowsFile, 'utf8'), await rowTypes());
});
