// Reads the file of an account line by line, and compares it with its own checksums. A caller that has read it to the
// end without an error knows that the file is complete and unchanged.
import { createHash, type Hash } from 'node:crypto';
import {
  formatName,
  formatVersion,
  isSealed,
  sealOf,
  type ExportEnd,
  type ExportHeader,
  type TableHeading,
  type TableSum,
} from './export-format.ts';
import { readLines } from './read-lines.ts';

/** A piece of the file. Rows are lines of the table whose heading came last. */
export type ExportPiece =
  | { readonly kind: 'header'; readonly header: ExportHeader }
  | { readonly kind: 'heading'; readonly heading: TableHeading }
  | { readonly kind: 'rows'; readonly lines: readonly Buffer[] };

const lineOfRow = '['.charCodeAt(0);

/** Reads a file piece by piece; with a key, it must be sealed by that. Throws an Error that says in one line what is wrong with it, at the end at the latest. */
export async function* readExport(file: string, key = ''): AsyncGenerator<ExportPiece> {
  const sums = countSums(file);
  let header: ExportHeader | null = null;
  let end: ExportEnd['end'] | null = null;
  for await (const lines of readLines(file)) {
    let rows: Buffer[] = [];
    for (const line of lines) {
      if (end !== null) throw new Error(`${file} is damaged: it goes on after its end.`);
      if (line[0] === lineOfRow && header !== null) {
        sums.addRow(line);
        rows.push(line);
        continue;
      }
      if (rows.length > 0) yield { kind: 'rows', lines: rows };
      rows = [];
      if (header === null) {
        header = headerIn(line, file);
        yield { kind: 'header', header };
        continue;
      }
      const said = parsed(line, file);
      if ('end' in said) {
        end = (said as unknown as ExportEnd).end;
        continue;
      }
      const heading = said as unknown as TableHeading;
      sums.addHeading(line, heading.table);
      yield { kind: 'heading', heading };
    }
    if (rows.length > 0) yield { kind: 'rows', lines: rows };
  }
  if (header === null) throw notAnExport(file);
  if (end === null) throw new Error(`${file} was cut off: it lacks its last line.`);
  sums.compare(end);
  if (key !== '' && end.seal !== sealOf(key, [header.sha256, end.sha256])) throw notSealed(file, end.seal);
}

/** Counts and hashes what passes by. */
function countSums(file: string) {
  const whole = createHash('sha256');
  const tables = new Map<string, { hash: Hash; rows: number }>();
  let current = { hash: createHash('sha256'), rows: 0 };
  return {
    addHeading(line: Buffer, table: string) {
      if (typeof table !== 'string' || tables.has(table))
        throw damaged(file, 'it does not name its tables once each');
      current = { hash: createHash('sha256').update(line), rows: 0 };
      tables.set(table, current);
      whole.update(line);
    },
    addRow(line: Buffer) {
      current.rows += 1;
      current.hash.update(line);
      whole.update(line);
    },
    compare(end: ExportEnd['end']) {
      const said = new Map<string, TableSum>(Object.entries(end?.tables ?? {}));
      for (const name of new Set([...said.keys(), ...tables.keys()])) {
        const found = tables.get(name);
        const fits = found !== undefined && said.get(name)?.rows === found.rows;
        if (!fits) throw damaged(file, `it does not hold as many rows of ${name} as it says`);
        if (said.get(name)?.sha256 !== found.hash.digest('hex'))
          throw damaged(file, `the rows of ${name} do not fit their checksum`);
      }
      const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0);
      if (end?.rows !== rows || end.sha256 !== whole.digest('hex'))
        throw damaged(file, 'it does not fit its checksum');
    },
  };
}

function headerIn(line: Buffer, file: string): ExportHeader {
  let said: Record<string, unknown>;
  try {
    said = parsed(line, file);
  } catch {
    throw notAnExport(file);
  }
  if (said['export'] !== formatName) throw notAnExport(file);
  if (said['format'] !== formatVersion) {
    throw new Error(
      `${file} has the format ${String(said['format'])}, and this version of Hourbook reads format ${formatVersion}: import it with the version that wrote it or a newer one.`,
    );
  }
  if (!isSealed(said as unknown as ExportHeader))
    throw damaged(file, 'its first line does not fit its checksum');
  return said as unknown as ExportHeader;
}

function parsed(line: Buffer, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line.toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The same as a line that is no object.
  }
  throw damaged(file, `"${line.subarray(0, 40).toString().trim()}" is no line of an export`);
}

function notAnExport(file: string): Error {
  return new Error(
    `${file} is no export of an account: it does not begin with {"export":"${formatName}", …}.`,
  );
}

function notSealed(file: string, seal: string | undefined): Error {
  return new Error(
    seal === undefined
      ? `${file} has no seal: it was written without HOURBOOK_BACKUP_KEY, which is set here.`
      : `The seal of ${file} does not fit HOURBOOK_BACKUP_KEY: the file was changed, or sealed by another key.`,
  );
}

function damaged(file: string, why: string): Error {
  return new Error(`${file} is damaged: ${why}.`);
}
