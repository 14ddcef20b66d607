// Writes parts/icon-paths.ts: the drawings of the icons that the console shows, taken from Lucide (ISC).
// Run it after changing the list: node console/write-icons.ts
import { readFileSync, writeFileSync } from 'node:fs';

const names = [
  'play',
  'square',
  'repeat',
  'calendar-days',
  'clock',
  'tree-palm',
  'scale',
  'inbox',
  'mail',
  'users',
  'chevron-left',
  'chevron-right',
  'chevron-down',
  'plus',
  'x',
  'check',
  'triangle-alert',
  'lock',
  'search',
  'undo-2',
  'trash-2',
  'scissors',
  'copy',
  'printer',
  'keyboard',
  'log-out',
  'cloud-off',
  'coffee',
  'sun',
  'info',
  'eye',
  'eye-off',
  'ellipsis',
  'table',
  'circle',
  'house',
  'plane',
  'message-square',
  'arrow-right',
  'calendar-range',
  'grid-3x3',
  'id-card',
  'chart-column',
  'settings-2',
  'download',
];

/** The text of parts/icon-paths.ts. */
export function iconSource(): string {
  const lines = names.map((name) => {
    const url = new URL(import.meta.resolve(`lucide-static/icons/${name}.svg`));
    return `  '${name}': ${JSON.stringify(shapesOf(readFileSync(url, 'utf8')))},`;
  });
  return [
    '// Written by console/write-icons.ts from Lucide (ISC, parts of it MIT by Feather). Do not edit.',
    '',
    '/** A shape: its element and its attributes. */',
    'export type Shape = readonly [string, Readonly<Record<string, string>>];',
    '',
    '/** Icon → its shapes, on 24 by 24. */',
    'export const iconPaths = {',
    ...lines,
    '} as const satisfies Readonly<Record<string, readonly Shape[]>>;',
    '',
  ].join('\n');
}

function shapesOf(svg: string): readonly (readonly [string, Record<string, string>])[] {
  const inside = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1);
  return [...inside.matchAll(/<(path|circle|rect|line|polyline|ellipse|polygon)\s([^>]*?)\/>/g)].map(
    ([, element = '', attributes = '']) => [
      element,
      Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    ],
  );
}

if (import.meta.main) writeFileSync(new URL('parts/icon-paths.ts', import.meta.url), iconSource());
