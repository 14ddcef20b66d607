// How a resource says that its rows stand for files: bytes that are kept beside the database.

/** Where a row says what of its file. */
export interface Content {
  /** Field of the type File: required in a create, and kept by no column. */
  readonly field: string;
  /** Hidden text column: the key under which the bytes are stored, never used for others. */
  readonly key: string;
  /** Fields with the name of the file, its media type and its bytes. */
  readonly filename: string;
  readonly mediaType: string;
  readonly size: string;
}

/** A file that came with a create: its bytes have been looked at and are stored already. */
export interface StoredContent {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal digits in lower case. */
  readonly sha256: string;
  /** Its name without folders. */
  readonly filename: string;
  /** The end of the name in lower case, without the point. */
  readonly extension: string;
  /** As the bytes say, such as `application/pdf`. */
  readonly mediaType: string;
}

/** The column that holds the checksum. */
export const checksumColumn = 'sha256';
