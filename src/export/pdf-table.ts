// A table that goes over as many pages as it needs: its headings stand on each, and each says which of how many it is.
// It is laid out whole before it is drawn, so that every page can be handed on as soon as it is drawn.
import { setImmediate } from 'node:timers/promises';
import type { Fonts } from './pdf-fonts.ts';
import { fontSize, lineHeight, openRuler, type Ruler } from './pdf-ruler.ts';

/** A column; widths are points. What stands to the right is never broken, but made smaller until it fits. */
export interface TableColumn {
  readonly heading: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** A row; `across`: its first cell may take the whole width. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly strong?: boolean;
  readonly across?: boolean;
}

/** What begins a page of its own. */
export interface TableSection {
  readonly title: string;
  readonly subtitle: string;
  readonly rows: readonly TableRow[];
}

/** What a table is drawn from. */
export interface Table {
  readonly document: PDFKit.PDFDocument;
  readonly fonts: Fonts;
  readonly columns: readonly TableColumn[];
  /** Stands at the foot of every page, before its number. */
  readonly footer: string;
  readonly sections: readonly TableSection[];
}

const gap = 3;
const margin = 28;
/** From the upper edge of the page to the headings, and to the first row. */
const headingsAt = 64;
const rowsAt = headingsAt + lineHeight + 2 * gap;

/** A row with its cells broken into lines. */
interface LaidRow extends TableRow {
  readonly lines: readonly (readonly string[])[];
  readonly height: number;
}

interface Page {
  readonly section: TableSection;
  readonly rows: readonly LaidRow[];
}

/** Draws all of it; between two pages others have their turn. */
export async function drawTable(table: Table): Promise<void> {
  const { document, fonts, footer } = table;
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const ruler = openRuler(document);
  // Landscape A4.
  const room = 595.28 - margin - lineHeight - 2 * gap - rowsAt;
  const pages: Page[] = [];
  for (const section of table.sections) {
    await setImmediate();
    pages.push(...pagesOf(section, room, layRow(table, ruler)));
  }
  for (const [index, page] of pages.entries()) {
    await setImmediate();
    document.addPage();
    drawPage(table, ruler, page);
    drawFoot(document, ruler, [fonts.printable(footer), `Page ${index + 1} of ${pages.length}`]);
  }
}

function layRow({ columns, fonts }: Table, ruler: Ruler): (row: TableRow) => LaidRow {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  return (row) => {
    const { strong = false, across = false } = row;
    const lines = columns.map(({ width, align }, index) => {
      const text = fonts.printable(row.cells[index] ?? '');
      if (text === '') return [];
      return align === 'right'
        ? [text]
        : ruler.broken(text, { width: (across ? whole : width) - gap, strong });
    });
    const height = Math.max(1, ...lines.map(({ length }) => length)) * lineHeight + gap;
    return { ...row, lines, height };
  };
}

/** A row that no page has room for stands on a page of its own. */
function pagesOf(section: TableSection, room: number, lay: (row: TableRow) => LaidRow): readonly Page[] {
  const pages: { section: TableSection; rows: LaidRow[] }[] = [{ section, rows: [] }];
  let left = room;
  for (const row of section.rows.map(lay)) {
    if (row.height > left && left < room) {
      pages.push({ section, rows: [] });
      left = room;
    }
    pages.at(-1)?.rows.push(row);
    left -= row.height;
  }
  return pages;
}

function drawPage(table: Table, ruler: Ruler, { section, rows }: Page): void {
  const { document, fonts, columns } = table;
  document.font('bold').fontSize(13).fillColor('#000000');
  document.text(fonts.printable(section.title), margin, margin, { lineBreak: false });
  document.font('regular').fontSize(9);
  document.text(fonts.printable(section.subtitle), margin, margin + 18, { lineBreak: false });
  drawRow(table, ruler, { row: headingRow(columns), y: headingsAt });
  const right = columns.reduce((sum, { width }) => sum + width, margin);
  const line = headingsAt + lineHeight + gap;
  document.moveTo(margin, line).lineTo(right, line).lineWidth(0.4).stroke('#888888');
  let y = rowsAt;
  for (const row of rows) {
    drawRow(table, ruler, { row, y });
    y += row.height;
  }
}

function headingRow(columns: readonly TableColumn[]): LaidRow {
  const cells = columns.map(({ heading }) => heading);
  return { cells, strong: true, lines: cells.map((heading) => [heading]), height: lineHeight };
}

function drawRow({ document, columns }: Table, ruler: Ruler, { row, y }: { row: LaidRow; y: number }): void {
  const strong = row.strong === true;
  document.font(strong ? 'bold' : 'regular');
  let x = margin;
  for (const [index, { width, align }] of columns.entries()) {
    for (const [place, text] of (row.lines[index] ?? []).entries()) {
      const size = align === 'left' ? fontSize : ruler.fitting(text, { width: width - gap, strong });
      const at = align === 'left' ? x : x + width - gap - (ruler.width(text, strong) * size) / fontSize;
      document.fontSize(size).text(text, at, y + place * lineHeight, { lineBreak: false });
    }
    x += width;
  }
}

function drawFoot(
  document: PDFKit.PDFDocument,
  ruler: Ruler,
  [words, number]: readonly [string, string],
): void {
  const y = document.page.height - margin - lineHeight;
  document.font('regular').fontSize(fontSize).fillColor('#444444');
  document.text(words, margin, y, { lineBreak: false });
  document.text(number, document.page.width - margin - ruler.width(number, false), y, { lineBreak: false });
}
