// A file as it stands in an entity: it came as a part of `multipart/form-data`, so no JSON value can be taken for one.

/** A part with a file name. */
export interface UploadedFile {
  readonly bytes: Buffer;
  /** As the client wrote it, perhaps with folders; perhaps empty. */
  readonly filename: string;
}

/** Whether a value of an entity is a file that was uploaded. */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes);
}
