// A table that goes over as many pages as it needs: its headings stand on each, and each says which of how many it is.
import type { Fonts } from './pdf-fonts.ts';

/** A column; widths are points. What stands to the right is never broken, but made smaller until it fits. */
export interface TableColumn {
  readonly heading: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** What a table draws with. */
export interface TableParts {
  readonly document: PDFKit.PDFDocument;
  readonly fonts: Fonts;
  readonly columns: readonly TableColumn[];
  /** Stands at the foot of every page, before its number. */
  readonly footer: string;
}

/** How a row looks; `across`: its first cell may take the whole width. */
export interface RowStyle {
  readonly strong?: boolean;
  readonly across?: boolean;
}

/** A table that is being written. */
export interface PdfTable {
  /** Begins a section on a page of its own. */
  begin(title: string, subtitle: string): void;
  row(cells: readonly string[], style?: RowStyle): void;
  /** Numbers the pages; nothing is written after it. */
  end(): void;
}

const size = { title: 13, subtitle: 9, cell: 7.25, smallest: 3.5, foot: 7 };
const gap = 3;

/** Where the table stands. */
interface Pen extends TableParts {
  readonly left: number;
  readonly width: number;
  section: { readonly title: string; readonly subtitle: string };
  y: number;
}

/** Begins a table; every section begins a page. */
export function beginTable(parts: TableParts): PdfTable {
  const { document, fonts, columns } = parts;
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const { left = 0 } = document.options.margins as { left?: number };
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const pen: Pen = { ...parts, left, width, section: { title: '', subtitle: '' }, y: 0 };
  return {
    begin(title, subtitle) {
      pen.section = { title: fonts.printable(title), subtitle: fonts.printable(subtitle) };
      newPage(pen);
    },
    row: (cells, style = {}) => writeRow(pen, cells.map(fonts.printable), style),
    end: () => numberPages(pen),
  };
}

function newPage(pen: Pen): void {
  const { document, left, width, section, columns } = pen;
  document.addPage();
  pen.y = document.page.margins.top;
  document.font('bold').fontSize(size.title).fillColor('#000000').text(section.title, left, pen.y, { width });
  pen.y = document.y + 2;
  document.font('regular').fontSize(size.subtitle).text(section.subtitle, left, pen.y, { width });
  pen.y = document.y + 6;
  const headings = columns.map(({ heading }) => heading);
  drawCells(pen, headings, { strong: true });
  pen.y += 11;
  document
    .moveTo(left, pen.y)
    .lineTo(left + width, pen.y)
    .lineWidth(0.4)
    .stroke('#888888');
  pen.y += gap;
}

function writeRow(pen: Pen, cells: readonly string[], style: RowStyle): void {
  const { page } = pen.document;
  const height = heightOf(pen, cells, style);
  if (pen.y + height > page.height - page.margins.bottom - size.foot - gap) newPage(pen);
  drawCells(pen, cells, style);
  pen.y += height + gap;
}

function choose({ document }: Pen, { strong = false }: RowStyle): PDFKit.PDFDocument {
  return document.font(strong ? 'bold' : 'regular').fontSize(size.cell);
}

function heightOf(pen: Pen, cells: readonly string[], style: RowStyle): number {
  const document = choose(pen, style);
  const broken = cells.map((text, index) => {
    const column = pen.columns[index];
    if (column?.align !== 'left' && style.across !== true) return 0;
    return document.heightOfString(text, {
      width: style.across === true ? pen.width : (column?.width ?? 0) - gap,
    });
  });
  return Math.max(document.currentLineHeight(), ...broken);
}

function drawCells(pen: Pen, cells: readonly string[], style: RowStyle): void {
  let x = pen.left;
  for (const [index, { width, align }] of pen.columns.entries()) {
    const text = cells[index] ?? '';
    const document = choose(pen, style);
    if (style.across === true) document.text(text, x, pen.y, { width: pen.width });
    else if (align === 'left') document.text(text, x, pen.y, { width: width - gap });
    else drawWhole(document, text, { right: x + width - gap, y: pen.y, width: width - gap });
    x += width;
  }
}

function drawWhole(
  document: PDFKit.PDFDocument,
  text: string,
  { right, y, width }: { right: number; y: number; width: number },
): void {
  let chosen = size.cell;
  while (document.widthOfString(text) > width && chosen > size.smallest) document.fontSize((chosen -= 0.25));
  document.text(text, right - document.widthOfString(text), y, { lineBreak: false });
}

function numberPages({ document, fonts, footer, left, width }: Pen): void {
  const { start, count } = document.bufferedPageRange();
  const words = fonts.printable(footer);
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    const { page } = document;
    const y = page.height - page.margins.bottom - size.foot;
    // What is written into the margin would begin another page.
    page.margins.bottom = 0;
    document.font('regular').fontSize(size.foot).fillColor('#444444');
    document.text(words, left, y, { lineBreak: false });
    const number = `Page ${index + 1} of ${count}`;
    document.text(number, left + width - document.widthOfString(number), y, { lineBreak: false });
  }
}
