// Changes the rows of an export and computes matching checksums.
import { createHash } from 'node:crypto';

type Row = readonly unknown[];

/** Puts others in the place of each row; the sums at the end are made anew. */
export function resealed(
  text: string,
  change: (table: string, row: Row) => readonly Row[] = (_, row) => [row],
): string {
  const [header = '', ...lines] = text.split('\n').slice(0, -2);
  const byTable = new Map<string, string[]>();
  let table = '';
  for (const line of lines) {
    if (line.startsWith('[')) {
      const rows = change(table, JSON.parse(line) as Row);
      byTable.get(table)?.push(...rows.map((row) => `${JSON.stringify(row)}\n`));
    } else {
      ({ table } = JSON.parse(line) as { table: string });
      byTable.set(table, [`${line}\n`]);
    }
  }
  const sums = [...byTable].map(([name, own]) => [
    name,
    { rows: own.length - 1, sha256: digest(own.join('')) },
  ]);
  const all = [...byTable.values()].flat();
  const end = {
    rows: all.length - byTable.size,
    tables: Object.fromEntries(sums),
    sha256: digest(all.join('')),
  };
  return `${header}\n${all.join('')}${JSON.stringify({ end })}\n`;
}

/** SHA-256, hexadecimal. */
export function digest(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
