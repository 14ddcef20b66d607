// Reads CSV by RFC 4180, character by character, and throws on anything else.

/** The records of a text. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let at = 0;
  const field = (): string => {
    if (text[at] !== '"') {
      const end = text.slice(at).search(/[,\r\n"]/);
      if (end < 0) throw new Error(`the last record has no end: ${text.slice(at)}`);
      const plain = text.slice(at, at + end);
      at += end;
      if (text[at] === '"') throw new Error(`a quote inside a plain field at ${at}`);
      return plain;
    }
    let value = '';
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error('a quoted field has no end');
      if (text[at] !== '"') value += text[at];
      else if (text[at + 1] === '"') value += text[(at += 1)];
      else break;
    }
    at += 1;
    return value;
  };
  while (at < text.length) {
    const record = [field()];
    for (; text[at] === ',';) {
      at += 1;
      record.push(field());
    }
    if (text.slice(at, at + 2) !== '\r\n')
      throw new Error(`no line end at ${at}: ${text.slice(at, at + 20)}`);
    at += 2;
    records.push(record);
  }
  return records;
}
