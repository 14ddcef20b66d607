// Small files of every kind, and ways to bring them.
import { crc32 } from 'node:zlib';
import type { Answer, Client } from '../support/client.ts';

/** A file as a test has it. */
export interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mediaType: string;
}

/** A ZIP archive of uncompressed entries (APPNOTE.TXT 4.3). */
export function zip(entries: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt32LE(crc32(data), 16);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(data.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), data);
    directory.push(central, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';
const types = '[Content_Types].xml';

/** One of each kind. */
export const samples = {
  pdf: sample('certificate.pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n', 'application/pdf'),
  png: sample('plan.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'),
  jpeg: sample('photo.jpg', '\xff\xd8\xff\xe0\0\x10JFIF\0', 'image/jpeg'),
  webp: sample('photo.webp', 'RIFF\x1a\0\0\0WEBPVP8L', 'image/webp'),
  heic: sample('photo.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic'),
  docx: archive(
    'letter.docx',
    { [types]: '<Types/>', 'word/document.xml': '<d/>' },
    `${office}.wordprocessingml.document`,
  ),
  xlsx: archive(
    'table.xlsx',
    { [types]: '<Types/>', 'xl/workbook.xml': '<w/>' },
    `${office}.spreadsheetml.sheet`,
  ),
  odt: archive(
    'letter.odt',
    { mimetype: `${openDocument}.text`, 'content.xml': '<c/>' },
    `${openDocument}.text`,
  ),
  ods: archive(
    'table.ods',
    { mimetype: `${openDocument}.spreadsheet`, 'content.xml': '<c/>' },
    `${openDocument}.spreadsheet`,
  ),
  csv: {
    name: 'hours.csv',
    bytes: Buffer.from('day;hours\r\n1;8,5\r\n'),
    mediaType: 'text/csv; charset=utf-8',
  },
  txt: { name: 'note.txt', bytes: Buffer.from('Grüße\n'), mediaType: 'text/plain; charset=utf-8' },
} as const satisfies Readonly<Record<string, Sample>>;

function sample(name: string, text: string, mediaType: string): Sample {
  return { name, bytes: Buffer.from(text, 'latin1'), mediaType };
}

function archive(name: string, entries: Readonly<Record<string, string>>, mediaType: string): Sample {
  return { name, bytes: zip(entries), mediaType };
}

/** Brings a file as browsers do; `fields` stand before it in the form. */
export async function upload(
  client: Client,
  fields: Readonly<Record<string, string | number>>,
  { name, bytes }: Pick<Sample, 'name' | 'bytes'>,
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  return client.post('files/create', body, { 'content-type': encoded.headers.get('content-type') ?? '' });
}

/** A file as JSON carries it. */
export function inJson({ name, bytes }: Pick<Sample, 'name' | 'bytes'>): { filename: string; file: string } {
  return { filename: name, file: bytes.toString('base64') };
}

/** The bytes of a file as a client gets them, with what the answer says of them. */
export async function download(
  client: Client,
  address: string,
  { origin, method = 'GET' }: { readonly origin: string; readonly method?: string },
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> {
  const response = await fetch(`${origin}${address}`, {
    method,
    headers: { authorization: `Bearer ${client.token}` },
  });
  const { status, headers } = response;
  return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
