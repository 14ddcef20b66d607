// Archives that other programs can read: sums, lengths and places of every entry are right.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { zipNames } from '#files/zip-names.ts';
import { createZip } from '#files/zip-writer.ts';
import { unzip } from './unzip.ts';

test('an archive gives back names and bytes, empty files and umlauts among them', async () => {
  const files: readonly (readonly [string, Buffer])[] = [
    ['rows/users.json', Buffer.from('[]\n')],
    ['empty.txt', Buffer.alloc(0)],
    ['files/1-Überstunden März.txt', Buffer.from('Grüße\n'.repeat(1000))],
    ['files/2-noise.bin', randomBytes(100_000)],
  ];
  const pieces: Buffer[] = [];
  const zip = createZip(async (bytes) => void pieces.push(bytes));
  for (const [name, bytes] of files) await zip.add(name, bytes);
  await zip.end();
  const archive = Buffer.concat(pieces);
  assert.deepEqual(unzip(archive), new Map(files));
  assert.deepEqual(zipNames(archive), new Set(files.map(([name]) => name)));
  assert.ok(archive.length < 105_000, 'text is compressed');
});

test('an archive without files is a valid empty one', async () => {
  const pieces: Buffer[] = [];
  await createZip(async (bytes) => void pieces.push(bytes)).end();
  assert.deepEqual(unzip(Buffer.concat(pieces)), new Map());
});
