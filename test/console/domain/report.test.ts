// Lines of reports, by one field and by two, and their file.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byMonth, crossTable, csvOf, reportLines } from '../../../console/domain/report.ts';

const rows = [
  { project_id: 1, user_id: 7, month: '2026-02', duration: 600 },
  { project_id: 2, user_id: 7, month: '2026-01', duration: 900 },
  { project_id: 1, user_id: 8, month: '2026-01', duration: 1200 },
];
const valueOf = (row: Readonly<Record<string, unknown>>): number => Number(row['duration']);
const shown = (by: string, within: string): readonly unknown[] =>
  reportLines(rows, { by, within, valueOf }).map(({ row, depth, value }) => [
    depth,
    row[depth === 0 ? by : within],
    value,
  ]);

describe('lines of a report', () => {
  it('are ordered by their number, most first', () => {
    assert.deepEqual(shown('project_id', ''), [
      [0, 1, 1800],
      [0, 2, 900],
    ]);
  });

  it('have the lines of the second field below those of the first, with sums', () => {
    assert.deepEqual(shown('project_id', 'user_id'), [
      [0, 1, 1800],
      [1, 8, 1200],
      [1, 7, 600],
      [0, 2, 900],
      [1, 7, 900],
    ]);
  });

  it('keep months in their order, as the first field and as the second', () => {
    assert.deepEqual(shown('month', 'project_id'), [
      [0, '2026-01', 2100],
      [1, 1, 1200],
      [1, 2, 900],
      [0, '2026-02', 600],
      [1, 1, 600],
    ]);
    assert.deepEqual(
      shown('project_id', 'month').filter((line) => (line as readonly unknown[])[0] === 1),
      [
        [1, '2026-01', 1200],
        [1, '2026-02', 600],
        [1, '2026-01', 900],
      ],
    );
  });

  it('are plotted with each month between the first and the last', () => {
    const lines = ['2025-12', '2026-02', '2026-03'].map((key, index) => ({ key, value: index + 1 }));
    assert.deepEqual(byMonth(lines), [
      { month: '2025-12', value: 1 },
      { month: '2026-01', value: 0 },
      { month: '2026-02', value: 2 },
      { month: '2026-03', value: 3 },
    ]);
    assert.equal(
      byMonth([
        { key: '9999-11', value: 1 },
        { key: '9999-12', value: 1 },
      ]).length,
      2,
    );
    assert.deepEqual(byMonth([]), []);
  });

  it('have a key each, also where a field is empty', () => {
    const lines = reportLines([{ project_id: null, duration: 1 }, ...rows], {
      by: 'project_id',
      within: 'user_id',
      valueOf,
    });
    assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
  });

  it('make a cross table whose cells add up to its edges, and stay empty without rows', () => {
    const few = [
      { project_id: 1, month: '2026-02', duration: 600 },
      { project_id: 1, month: '2026-01', duration: 1200 },
      { project_id: 2, month: '2026-01', duration: 300 },
      { project_id: 1, month: '2026-01', duration: 60 },
    ];
    const { columns, lines, total } = crossTable(few, { by: 'project_id', within: 'month', valueOf });
    assert.deepEqual(
      columns.map(({ key, value }) => [key, value]),
      [
        ['2026-01', 1560],
        ['2026-02', 600],
      ],
    );
    assert.deepEqual(
      lines.map(({ key, cells, value }) => [key, cells, value]),
      [
        ['1', [1260, 600], 1860],
        ['2', [300, null], 300],
      ],
    );
    assert.equal(total, 2160);
  });

  it('become a file whose cells are quoted where they must be, and are no formulas', () => {
    const text = csvOf([
      ['Project', 'Hours'],
      ['Bridge, "north"', '1.5'],
      ['=1+1', '−2'],
    ]);
    assert.equal(text, '\uFEFFProject,Hours\r\n"Bridge, ""north""",1.5\r\n\'=1+1,−2\r\n');
  });
});
