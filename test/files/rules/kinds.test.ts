// What a file is follows from its bytes; refusals name what it is and what would be right.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FileKindName } from '#files/file-kinds.ts';
import { fileKinds } from '#files/file-kinds.ts';
import { inspectFile } from '#files/inspect-file.ts';
import { zipNames } from '#files/zip-names.ts';
import { options } from '#config';
import { runs } from '../../support/property.ts';
import { samples, zip } from '../sample-files.ts';

const every = Object.keys(fileKinds) as FileKindName[];
const inspect = (
  bytes: Buffer,
  filename: string,
  { fileTypes = every, fileLimit = 10_000 }: { fileTypes?: FileKindName[]; fileLimit?: number } = {},
) => inspectFile({ bytes, filename, field: 'file', nameField: 'filename' }, { fileLimit, fileTypes });

describe('kinds of files', () => {
  for (const [kind, { name, bytes, mediaType }] of Object.entries(samples))
    it(`tells ${kind} by its bytes`, () => {
      const found = inspect(bytes, name);
      assert.equal(found.mediaType, mediaType);
      assert.equal(found.size, bytes.length);
      assert.equal(found.extension, name.split('.').at(-1));
    });

  it('has the kinds of the configuration', () => {
    const parsed = options.fileTypes.form.parse(options.fileTypes.default);
    assert.deepEqual('value' in parsed ? [...parsed.value].sort() : parsed, [...every].sort());
  });

  it('refuses a name whose end does not fit the bytes, and names a right one', () => {
    assert.throws(() => inspect(samples.png.bytes, 'plan.pdf'), {
      code: 'invalid_value',
      field: 'filename',
      message: 'filename is "plan.pdf", and the file is a PNG image; the name must end in .png.',
    });
    assert.throws(() => inspect(samples.txt.bytes, 'page.html'), {
      message: /plain text in UTF-8; the name must end in \.csv or \.txt\.$/,
    });
    assert.throws(() => inspect(samples.jpeg.bytes, 'photo'), { message: /must end in \.jpg or \.jpeg\.$/ });
  });

  it('refuses a kind that is not taken, and lists those that are', () => {
    assert.throws(() => inspect(samples.png.bytes, 'plan.png', { fileTypes: ['pdf', 'csv'] }), {
      code: 'invalid_value',
      field: 'file',
      message: 'file is a PNG image; the server takes only pdf, csv.',
    });
  });

  const strange: Readonly<Record<string, Buffer>> = {
    'a program': Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
    'a document with macros': zip({
      '[Content_Types].xml': 'x',
      'word/document.xml': 'x',
      'word/vbaProject.bin': 'x',
    }),
    'a plain archive': zip({ 'a.txt': 'x' }),
    'text with a NUL': Buffer.from('a\0b'),
    'text that is not UTF-8': Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]),
    'a cut archive': samples.docx.bytes.subarray(0, -1),
  };
  for (const [what, bytes] of Object.entries(strange))
    it(`refuses ${what} as of no known kind`, () => {
      assert.throws(() => inspect(bytes, 'a.docx'), {
        code: 'invalid_value',
        message: /^file is of no known kind; it must be pdf, png,/,
      });
    });

  it('refuses an empty file, one above the limit, and one without a name', () => {
    assert.throws(() => inspect(Buffer.alloc(0), 'a.txt'), { code: 'invalid_value', field: 'file' });
    const bytes = Buffer.alloc(101, 'a');
    assert.throws(() => inspect(bytes, 'a.txt', { fileLimit: 100 }), {
      code: 'file_too_large',
      message: 'file has 101 bytes; the server takes at most 100.',
    });
    assert.equal(inspect(bytes.subarray(1), 'a.txt', { fileLimit: 100 }).size, 100);
    assert.throws(() => inspect(bytes, ''), { code: 'invalid_value', field: 'filename' });
    assert.throws(() => inspect(bytes, `${'a'.repeat(252)}.txt`), { field: 'filename' });
  });

  it('takes the name without folders and control characters', () => {
    const { bytes } = samples.txt;
    assert.equal(inspect(bytes, String.raw`C:\Users\ann\note.txt`).filename, 'note.txt');
    assert.equal(inspect(bytes, '../../etc/no\u0007te.TXT').filename, 'note.TXT');
    assert.equal(inspect(bytes, '../../etc/note.TXT').extension, 'txt');
  });

  it('never fails on damaged archives', () => {
    const { bytes } = samples.xlsx;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const damaged = Buffer.from(bytes);
        for (const [at, byte] of changes) damaged[at] = byte;
        const names = zipNames(damaged);
        assert.ok(names === null || names.size <= 2);
      }),
      runs({ test: 2_000, long: 20_000, soak: 200_000 }),
    );
  });
});
