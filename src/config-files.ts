// The options about files that belong to rows: where their bytes are, how many there may be, and of which kinds.
// It must not know what the options do.
import * as form from './config-form.ts';

/** Kinds of files that a server can take; src/files/file-kinds.ts says how each is told. */
const fileTypeNames = [
  'pdf',
  'png',
  'jpeg',
  'webp',
  'heic',
  'docx',
  'xlsx',
  'odt',
  'ods',
  'csv',
  'txt',
] as const;

/** Part of the table of options. */
export const fileOptions = {
  fileStorage: {
    form: form.fileStorage,
    default: '',
    doc: 'Where the bytes of `files` are kept: a folder, or `s3://bucket` or `s3://bucket/prefix` for S3-compatible storage, which several machines can share. Empty: with SQLite a folder beside the database file, named like it with `-files` at the end; with PostgreSQL nowhere, and files are refused.',
  },
  fileLimit: {
    form: form.bytes(1024, 256 * 1024 ** 2),
    default: '10 MiB',
    doc: 'Largest file of `files`; a larger one answers 413. The body in which it comes may be a third larger.',
  },
  accountFilesLimit: {
    form: form.bytes(1024, 1024 ** 5),
    default: '5 GiB',
    doc: 'Most bytes that all files of one account may take.',
  },
  fileTypes: {
    form: form.list(form.choice(...fileTypeNames)),
    default: fileTypeNames.join(','),
    doc: 'Kinds of files that are taken, told by their bytes; others are refused.',
  },
  s3Endpoint: {
    form: form.webAddress,
    default: '',
    doc: 'Address of the S3-compatible service, such as `https://s3.eu-central-1.amazonaws.com`; buckets are named in the path. Needed when `--file-storage` begins with `s3://`.',
  },
  s3Region: {
    form: form.text('REGION'),
    default: 'us-east-1',
    doc: 'Region of the bucket; services that have none take `us-east-1`.',
  },
  s3AccessKey: {
    form: form.text('KEY'),
    default: '',
    doc: 'Access key for the bucket; it needs the rights to get, put and delete objects.',
    secret: true,
  },
  s3SecretKey: {
    form: form.text('KEY'),
    default: '',
    doc: 'Secret that belongs to `--s3-access-key`.',
    secret: true,
  },
} as const;

/** Options that a bucket needs and that the operator has not set. */
export function bucketNeeds(
  values: Readonly<Record<string, unknown>>,
): readonly (keyof typeof fileOptions)[] {
  if (!String(values['fileStorage'] ?? '').startsWith('s3://')) return [];
  return (['s3Endpoint', 's3AccessKey', 's3SecretKey'] as const).filter((name) => values[name] === '');
}
