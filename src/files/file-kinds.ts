// Which kinds of files there are, by their first bytes and not by what anybody says they are. It must not know who sends them.
import { isUtf8 } from 'node:buffer';
import { zipNames } from './zip-names.ts';

/** A kind of file. */
export interface FileKind {
  /** What is said of such a file: `a PDF document`. */
  readonly words: string;
  /** Media type, and those ends of names that fit, without the point; the usual one first. */
  readonly mediaType: string;
  readonly extensions: readonly string[];
  /** Whether the bytes are of this kind. */
  readonly fits: (bytes: Buffer) => boolean;
}

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.subarray(at, at + text.length).toString('latin1') === text;
}

/** Photographs of telephones name one of these brands in the box `ftyp` (ISO/IEC 23008-12). */
const heifBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Text holds no control characters but tabulators, line ends and form feeds. */
function isText(bytes: Buffer): boolean {
  return (
    isUtf8(bytes) && bytes.every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13)) && bytes.length > 0
  );
}

/** Office Open XML (ECMA-376): a ZIP archive with a part of this name; macros are not taken. */
function isOffice(bytes: Buffer, part: string): boolean {
  const names = zipNames(bytes);
  if (names === null || !names.has('[Content_Types].xml') || !names.has(part)) return false;
  return ![...names].some((name) => /vbaproject\.bin$/i.test(name));
}

/** OpenDocument 1.3, part 2, section 3.3: the archive begins with its media type, uncompressed. */
function isOpenDocument(bytes: Buffer, mediaType: string): boolean {
  return startsWith(bytes, `mimetype${mediaType}`, 30) && zipNames(bytes)?.has('content.xml') === true;
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Every kind by the name that the configuration has for it, in the order in which bytes are held against them. */
export const fileKinds = {
  pdf: {
    words: 'a PDF document',
    mediaType: 'application/pdf',
    extensions: ['pdf'],
    fits: (bytes) => startsWith(bytes, '%PDF-'),
  },
  png: {
    words: 'a PNG image',
    mediaType: 'image/png',
    extensions: ['png'],
    fits: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  },
  jpeg: {
    words: 'a JPEG image',
    mediaType: 'image/jpeg',
    extensions: ['jpg', 'jpeg'],
    fits: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  },
  webp: {
    words: 'a WebP image',
    mediaType: 'image/webp',
    extensions: ['webp'],
    fits: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  },
  heic: {
    words: 'a HEIC image',
    mediaType: 'image/heic',
    extensions: ['heic', 'heif'],
    fits: (bytes) => startsWith(bytes, 'ftyp', 4) && heifBrands.some((brand) => startsWith(bytes, brand, 8)),
  },
  docx: {
    words: 'a Word document',
    mediaType: `${office}.wordprocessingml.document`,
    extensions: ['docx'],
    fits: (bytes) => isOffice(bytes, 'word/document.xml'),
  },
  xlsx: {
    words: 'an Excel workbook',
    mediaType: `${office}.spreadsheetml.sheet`,
    extensions: ['xlsx'],
    fits: (bytes) => isOffice(bytes, 'xl/workbook.xml'),
  },
  odt: {
    words: 'an OpenDocument text',
    mediaType: `${openDocument}.text`,
    extensions: ['odt'],
    fits: (bytes) => isOpenDocument(bytes, `${openDocument}.text`),
  },
  ods: {
    words: 'an OpenDocument spreadsheet',
    mediaType: `${openDocument}.spreadsheet`,
    extensions: ['ods'],
    fits: (bytes) => isOpenDocument(bytes, `${openDocument}.spreadsheet`),
  },
  csv: {
    words: 'a CSV table in UTF-8',
    mediaType: 'text/csv; charset=utf-8',
    extensions: ['csv'],
    fits: isText,
  },
  txt: {
    words: 'plain text in UTF-8',
    mediaType: 'text/plain; charset=utf-8',
    extensions: ['txt'],
    fits: isText,
  },
} as const satisfies Readonly<Record<string, FileKind>>;

/** The name of a kind. */
export type FileKindName = keyof typeof fileKinds;
