// From the configuration to the place of the bytes. The only file that knows which kinds of places there are.
import { isPostgres, sqliteFile } from '#sql/open-database.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';

/** What the configuration says of it. */
export interface FileStoreConfig {
  readonly database: string;
  /** A folder, or `s3://bucket/prefix`; empty: a folder beside the SQLite file. */
  readonly fileStorage: string;
  readonly s3Endpoint: string;
  readonly s3Region: string;
  readonly s3AccessKey: string;
  readonly s3SecretKey: string;
}

/** The place in words that an operator knows: a folder or a bucket; `null`: there is none. */
export function filePlaceOf({
  fileStorage,
  database,
}: Pick<FileStoreConfig, 'fileStorage' | 'database'>): string | null {
  if (fileStorage !== '') return fileStorage;
  return isPostgres(database) ? null : `${sqliteFile(database)}-files`;
}

/** The place of the bytes; `null`: the operator has set none, and there is no file beside which it could be. */
export async function openFileStore(config: FileStoreConfig): Promise<FileStore | null> {
  const place = filePlaceOf(config);
  if (place === null || !place.startsWith('s3://')) return place === null ? null : createFolderStore(place);
  // Loaded only when it is wanted.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store({
    address: place,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    accessKey: config.s3AccessKey,
    secretKey: config.s3SecretKey,
  });
}
