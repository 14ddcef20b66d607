// SQL functions that SQLite lacks, registered on each connection that answers statements. No index, check or
// generated column may use them, so that any SQLite tool can work with the file.
import type Sqlite from 'better-sqlite3';
import { decimalToNumber, plainNotation } from '#values/decimal.ts';
import { localText } from '#values/time-zone.ts';

/** Makes the functions that the dialect spells known to a connection. NULL in gives NULL out. */
export function registerFunctions(connection: Sqlite.Database): void {
  const pure = { deterministic: true };
  connection.function('hourbook_fold', pure, (text: unknown) =>
    text === null ? null : folded(String(text)),
  );
  connection.function('hourbook_local_text', pure, (moment: number | null, zone: string | null) =>
    moment === null || zone === null ? null : localText(moment, zone),
  );
  connection.function('hourbook_decimal', pure, (units: number | null, scale: number) =>
    units === null ? null : plainNotation(decimalToNumber(units, scale)),
  );
}

/** Letter case aside. JavaScript writes a last capital sigma as the final small one; both small ones are one letter. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
