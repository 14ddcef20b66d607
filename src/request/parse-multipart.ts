// `multipart/form-data` (RFC 7578): PHP sends arrays so, everybody files. It must not know what the fields mean.
import { ApiError } from '#errors/api-error.ts';
import { isUploadedFile, type UploadedFile } from './uploaded-file.ts';

/** One field of a form: its name and its value. */
export type FormPair = readonly [name: string, value: string];

/** One part of a form: a field, or a file under the name of a field. */
export type FormPart = readonly [name: string, value: string | UploadedFile];

/** The 2,000 entities of a request with ten fields each. */
const mostPairs = 20_000;

/** Refuses more fields or parameters than a request may hold. */
export function limitPairs(count: number): void {
  if (count > mostPairs) {
    throw malformed(`The form holds more than ${mostPairs} parameters; send less at once.`);
  }
}

const lineEnd = '\r\n';
/** The longest name of a field, and what stands around it. */
const longestHeaders = 64 * 1024;

/** Reads a form without files; throws `malformed_body`, for a part that is a file too. */
export function parseMultipart(body: Buffer, contentType: string): readonly FormPair[] {
  return parseMultipartFiles(body, contentType).map(([name, value]) => {
    if (isUploadedFile(value)) throw malformed(`The field "${name}" is a file; send fields only.`);
    return [name, value];
  });
}

/** Reads fields and files in order; throws `malformed_body`. Bytes of files are parts of the body, not copies. */
export function parseMultipartFiles(body: Buffer, contentType: string): readonly FormPart[] {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType);
  if (boundary === null) throw malformed('The content type "multipart/form-data" names no boundary.');
  const delimiter = Buffer.from(`${lineEnd}--${boundary[1] ?? boundary[2]}`);
  const data = Buffer.concat([Buffer.from(lineEnd), body]);
  const pairs: FormPart[] = [];
  let count = 0;
  let start = data.indexOf(delimiter);
  while (start >= 0) {
    const from = start + delimiter.length;
    if (data.subarray(from, from + 2).toString() === '--') return pairs;
    const end = data.indexOf(delimiter, from);
    const part = end >= 0 ? parsePart(data.subarray(from, end)) : null;
    if (part !== null) pairs.push(part);
    limitPairs((count += 1));
    start = end;
  }
  throw malformed('The multipart body does not end with its boundary.');
}

/**
 * The part begins behind its boundary: the rest of that line, headers, an empty line, the value. `null`: a form's field for
 * a file in which none was chosen.
 */
function parsePart(part: Buffer): FormPart | null {
  const headersEnd = part.indexOf(lineEnd + lineEnd);
  if (headersEnd < 0) throw malformed('A part of the multipart body has no headers.');
  if (headersEnd > longestHeaders) {
    throw malformed(`The headers of a part of the multipart body have more than ${longestHeaders} bytes.`);
  }
  const headers = decode(part.subarray(0, headersEnd)).split(lineEnd);
  const disposition = headers.find((line) => /^content-disposition:\s*form-data/i.test(line));
  const name = /;\s*name=(?:"((?:[^"\\]|\\[^])*)"|([^\s;"]+))/i.exec(disposition ?? '');
  if (disposition === undefined || name === null)
    throw malformed('A part of the multipart body has no name.');
  const value = part.subarray(headersEnd + 2 * lineEnd.length);
  // A quotation mark that nothing closes ends with the line, or the search would begin anew at each one.
  const unquoted = disposition.replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, '""');
  if (!/;\s*filename\*?=/i.test(unquoted)) return [fieldName(name), decode(value)];
  const filename = fileName(disposition);
  if (filename === '' && value.length === 0) return null;
  return [fieldName(name), { bytes: value, filename }];
}

/** `filename*` goes before `filename` (RFC 6266 section 4.3), though forms should not have it. */
function fileName(disposition: string): string {
  const extended = /;\s*filename\*=utf-8''([^\s;"]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      throw malformed(`The file name "${extended}" is not percent-encoded UTF-8.`);
    }
  }
  const plain = /;\s*filename=(?:"((?:[^"\\]|\\[^])*)"|([^\s;"]+))/i.exec(disposition);
  return plain === null ? '' : fieldName(plain);
}

/** Browsers write a quotation mark in a name as `%22`, other clients with a backslash (RFC 7578 §2, WHATWG forms). */
function fieldName([, quoted, token]: RegExpExecArray): string {
  const text = quoted ?? token ?? '';
  return text.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
}

function malformed(message: string): ApiError {
  return new ApiError('malformed_body', message);
}
