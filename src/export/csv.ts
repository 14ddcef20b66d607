// Comma-separated values (RFC 4180), in UTF-8.

/** One record with its line end. */
export function csvRecord(fields: readonly string[]): string {
  return `${fields.map(quoted).join(',')}\r\n`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/**
 * Text that a user typed, made safe for spreadsheets: text that they would read as a formula gets an apostrophe in
 * front (OWASP, CSV injection).
 */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
