// Every sentence and example of the specification is held by a test that exists.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { addresses } from './addresses.ts';
import { envelopes } from './envelopes.ts';
import { reading } from './reading.ts';

const sentences = [...addresses, ...envelopes, ...reading];
/** The parts of the specification that say something; the others say that something is not shown. */
const sections = [
  '1',
  '2.1',
  '2.2',
  '2.3',
  '2.4',
  '3',
  '4',
  '4.1',
  '4.2',
  '4.3',
  '4.4',
  '5',
  '5.1',
  '5.2',
  '5.3',
];

test('names for each sentence a test that its file declares', async () => {
  const missing: string[] = [];
  for (const [section, says, file, name] of sentences) {
    const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    const declared = ["'", '`', '"'].some((quote) => source.includes(`${quote}${name}${quote}`));
    if (!declared) missing.push(`${section} ${says}: ${file} has no test "${name}"`);
  }
  assert.deepEqual(missing, []);
});

test('has sentences of every section, each of them once', () => {
  const named = new Set(sentences.map(([section]) => section));
  assert.deepEqual(
    [...sections, '6', '7', '8', '9'].filter((section) => !named.has(section)),
    [],
  );
  const said = sentences.map(([section, says]) => `${section} ${says}`);
  assert.equal(new Set(said).size, said.length);
});
