// The sheet that a person signs: a month on one page of A4, in the person's language.
import type { Writable } from 'node:stream';
import { weekDateOf } from '#values/week.ts';
import { openFonts, type Fonts } from './pdf-fonts.ts';
import { fontSize, openRuler, type Ruler } from './pdf-ruler.ts';
import { sheetWords, type SheetWords } from './sheet-words.ts';
import { closingNumbers, closingTexts, dayTexts, length, lengthTexts, type Key } from './sheet-texts.ts';
import type { Timesheet } from './timesheet.ts';
import { ownTexts, put, type BeginTimesheets, type Heading } from './timesheet-writer.ts';

const page = { width: 595.28, height: 841.89, margin: 30 };
const whole = page.width - 2 * page.margin;
const gap = 3;
/** Points of letters in the table: the largest that leaves room for all; below the last the month takes more pages. */
const sizes = [7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5];

const columns: readonly { readonly key: Key; readonly width: number; readonly isRight: boolean }[] = [
  { key: 'day', width: 38, isRight: false },
  { key: 'begin', width: 27, isRight: true },
  { key: 'end', width: 27, isRight: true },
  { key: 'break', width: 30, isRight: true },
  { key: 'unbooked', width: 42, isRight: true },
  { key: 'worked', width: 36, isRight: true },
  { key: 'paid', width: 34, isRight: true },
  { key: 'target', width: 36, isRight: true },
  { key: 'difference', width: 44, isRight: true },
  { key: 'balance', width: 44, isRight: true },
  { key: 'notes', width: whole - 358, isRight: false },
];

/** Each person's page is handed on when it is drawn. */
export const beginSheets: BeginTimesheets = async (out, heading) => {
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await openFonts();
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: `${heading.company} ${heading.month}`.trim(), CreationDate: new Date(heading.writtenAt) },
  });
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const handedOn = handOn(document, out);
  // A stream that fails while pages are still being added is reported at the end.
  handedOn.catch(() => {});
  const ruler = openRuler(document);
  return {
    async add(timesheet) {
      const words = sheetWords[timesheet.person.language ?? 'en'];
      drawSheet({ document, ruler, fonts, heading, timesheet, words });
    },
    async end() {
      document.end();
      await handedOn;
    },
  };
};

async function handOn(document: AsyncIterable<Uint8Array>, out: Writable): Promise<void> {
  for await (const chunk of document) await put(out, chunk);
}

interface Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly ruler: Ruler;
  readonly fonts: Fonts;
  readonly heading: Heading;
  readonly timesheet: Timesheet;
  readonly words: SheetWords;
}

/** A row of the table; `cells` in the order of the columns, broken into lines. */
interface SheetRow {
  readonly cells: readonly (readonly string[])[];
  readonly isStrong: boolean;
  readonly isShaded: boolean;
}

/** Letters of a size: what a text of theirs needs. */
interface Letters {
  readonly size: number;
  readonly line: number;
  readonly broken: (text: string, width: number, strong?: boolean) => readonly string[];
}

function drawSheet(sheet: Sheet): void {
  const { document, timesheet } = sheet;
  document.addPage();
  const top = drawHead(sheet);
  const below = ({ broken }: Letters): readonly (readonly string[])[] => [
    ...closingNumbers(timesheet, sheet.words),
    ...closingTexts(timesheet, sheet.words).flatMap((text) =>
      broken(sheet.fonts.printable(text), whole).map((line) => [line]),
    ),
  ];
  let letters = lettersOf(sheet, sizes[0] as number);
  let rows = rowsOf(sheet, letters);
  for (const size of sizes) {
    letters = lettersOf(sheet, size);
    rows = rowsOf(sheet, letters);
    const table = rows.reduce((sum, row) => sum + heightOf(row, letters), 0);
    if (top + table + below(letters).length * letters.line + signatures <= page.height - page.margin) break;
  }
  let y = top;
  for (const row of rows) {
    if (y + heightOf(row, letters) > page.height - page.margin) {
      document.addPage();
      y = page.margin;
    }
    drawRow(sheet, letters, { row, y });
    y += heightOf(row, letters);
  }
  drawEnd(sheet, letters, { y: y + gap, lines: below(letters) });
}

function lettersOf({ ruler }: Sheet, size: number): Letters {
  // The ruler measures letters of one size.
  const scale = fontSize / size;
  return {
    size,
    line: size * 1.25,
    broken: (text, width, strong = false) =>
      text === '' ? [] : ruler.broken(text, { width: (width - gap) * scale, strong }),
  };
}

/** Company, title, person: as many lines as they need. Answers where the table begins. */
function drawHead({ document, fonts, heading, timesheet: { person }, words }: Sheet): number {
  const [year, month] = heading.month.split('-').map(Number) as [number, number];
  const number = person.personnelNumber === '' ? '' : `${words.number} ${person.personnelNumber}`;
  const about = [number, person.department, ...ownTexts(heading, person)].filter((part) => part !== '');
  const lines: readonly (readonly [text: string, font: string, size: number])[] = [
    [heading.company, 'regular', 9],
    [`${words.title} ${words.months[month - 1]} ${year}`, 'bold', 14],
    [person.name, 'bold', 10],
    [about.join(' · '), 'regular', 9],
  ];
  let y = page.margin;
  document.fillColor('#000000');
  for (const [text, font, size] of lines.filter(([one]) => one !== '')) {
    // Names without blanks are broken inside the word by the document itself.
    document.font(font).fontSize(size).text(fonts.printable(text), page.margin, y, { width: whole });
    y = document.y + 2;
  }
  return y + 4;
}

function rowsOf(sheet: Sheet, letters: Letters): readonly SheetRow[] {
  const { timesheet, words, fonts } = sheet;
  const row = (
    texts: Readonly<Partial<Record<Key, string>>>,
    { isStrong = false, isShaded = false }: Partial<Pick<SheetRow, 'isStrong' | 'isShaded'>> = {},
  ): SheetRow => ({
    cells: columns.map(({ key, width, isRight }) => {
      const text = fonts.printable(texts[key] ?? '');
      return isRight && text !== '' ? [text] : letters.broken(text, width, isStrong);
    }),
    isStrong,
    isShaded,
  });
  const { totals, closing } = timesheet;
  return [
    row(words.columns, { isStrong: true }),
    ...timesheet.days.map((day) =>
      row(dayTexts(day, words), { isShaded: day.isPublicHoliday || weekDateOf(day.date).weekday > 5 }),
    ),
    row({ day: words.total, ...lengthTexts(totals), balance: length(closing) }, { isStrong: true }),
  ];
}

function heightOf({ cells }: SheetRow, { line }: Letters): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * line + gap;
}

function drawRow(
  { document, ruler }: Sheet,
  letters: Letters,
  { row, y }: { row: SheetRow; y: number },
): void {
  const height = heightOf(row, letters);
  if (row.isShaded) document.rect(page.margin, y + 0.4, whole, height - 0.4).fill('#e4e4e4');
  document.fillColor('#000000').font(row.isStrong ? 'bold' : 'regular');
  let x = page.margin;
  for (const [index, { width, isRight }] of columns.entries()) {
    for (const [place, text] of (row.cells[index] ?? []).entries()) {
      const full = ruler.width(text, row.isStrong) / fontSize;
      const size = isRight ? Math.min(letters.size, (width - gap) / full) : letters.size;
      const at = isRight ? x + width - gap - full * size : x + gap;
      document.font(row.isStrong ? 'bold' : 'regular').fontSize(size);
      document.text(text, at, y + gap / 2 + place * letters.line, { lineBreak: false });
    }
    x += width;
  }
  document
    .moveTo(page.margin, y + height)
    .lineTo(page.margin + whole, y + height)
    .lineWidth(row.isStrong ? 0.6 : 0.2)
    .stroke('#888888');
}

/** Points that the lines for signatures need. */
const signatures = 52;

function drawEnd(
  { document, words }: Sheet,
  letters: Letters,
  { y: from, lines }: { y: number; lines: readonly (readonly string[])[] },
): void {
  let y = from;
  document.fillColor('#000000');
  for (const [text = '', value] of lines) {
    if (y + letters.line > page.height - page.margin) {
      document.addPage();
      y = page.margin;
    }
    document.font('regular').fontSize(letters.size).text(text, page.margin, y, { lineBreak: false });
    if (value !== undefined) {
      const width = document.font('bold').widthOfString(value);
      document.text(value, page.margin + 210 - width, y, { lineBreak: false });
    }
    y += letters.line;
  }
  if (y + signatures > page.height - page.margin) {
    document.addPage();
    y = page.margin;
  }
  const half = whole / 2;
  for (const [place, label] of words.signatures.entries()) {
    const x = page.margin + place * half;
    document
      .moveTo(x, y + 36)
      .lineTo(x + half - 24, y + 36)
      .lineWidth(0.6)
      .stroke('#000000');
    document
      .font('regular')
      .fontSize(7)
      .text(label, x, y + 39, { lineBreak: false });
  }
}
