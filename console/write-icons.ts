// Writes parts/icon-paths.ts: the drawings of the icons that the console shows, taken from Lucide (ISC).
// Run it after changing the list: node console/write-icons.ts
import { readFileSync, writeFileSync } from 'node:fs';

const names = [
  'play',
  'square',
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
  'eye',
  'eye-off',
  'ellipsis',
  'circle',
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
    const key = name.includes('-') ? `'${name}'` : name;
    return `  ${key}: '${pathOf(readFileSync(url, 'utf8'))}',`;
  });
  return [
    '// Written by console/write-icons.ts from Lucide (ISC, parts of it MIT by Feather). Do not edit.',
    '',
    '/** Icon → all its lines as one path, on 24 by 24. */',
    'export const iconPaths = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

/** All shapes of a drawing as one path. Throws on a shape that none of the icons has so far. */
function pathOf(svg: string): string {
  const inside = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1);
  return [...inside.matchAll(/<(\w+)\s([^>]*?)\/>/g)]
    .map(([, element = '', text = '']) => {
      const attributes = new Map(
        [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      );
      const number = (name: string): number => Number(attributes.get(name) ?? 0);
      if (element === 'path') return fromOrigin(attributes.get('d') ?? '');
      if (element === 'polyline') return `M${attributes.get('points')}`;
      if (element === 'circle') return circle(number('cx'), number('cy'), number('r'));
      if (element !== 'rect') throw new Error(`no path is known for ${element}`);
      const [width, height, r] = [number('width'), number('height'), number('rx')];
      const arc = (x: number, y: number): string => `a${r} ${r} 0 0 1 ${x} ${y}`;
      const [right, down] = [`h${width - 2 * r}${arc(r, r)}`, `v${height - 2 * r}${arc(-r, r)}`];
      const [left, up] = [`h${2 * r - width}${arc(-r, -r)}`, `v${2 * r - height}${arc(r, -r)}`];
      return `M${number('x') + r} ${number('y')}${right}${down}${left}${up}z`;
    })
    .join('')
    .replaceAll(' -', '-');
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** A path that begins where no other has ended: its first move is no longer a step from there. */
function fromOrigin(d: string): string {
  const number = '-?(?:\\d+\\.?\\d*|\\.\\d+)';
  return d.replace(new RegExp(`^m(${number}[ ,]?${number})[ ,]?(?=[-.\\d])`), 'M$1l').replace(/^m/, 'M');
}

if (import.meta.main) writeFileSync(new URL('parts/icon-paths.ts', import.meta.url), iconSource());
