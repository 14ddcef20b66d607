// The measurements beside their targets, as a table for people and as JSON.
import { cpus } from 'node:os';
import type { Measurement } from './scenario.ts';
import { targets, verdict, type Target, type TargetName } from './targets.ts';

const verdicts = { goal: 'goal', floor: 'floor', missed: 'MISSED' } as const;

/** A Markdown table: the README quotes it as it is. `complete` names what was not measured, too. */
export function tableOf(measurements: readonly Measurement[], complete: boolean): string {
  const rows = (Object.entries(targets) as [TargetName, Target][]).flatMap(([name, target]) => {
    const measured = measurements.find((measurement) => measurement.target === name);
    const limits = [limitText(target, target.floor), limitText(target, target.goal)];
    if (measured === undefined) return complete ? [[target.text, ...limits, '–', 'not measured', '']] : [];
    const { value, detail } = measured;
    return [[target.text, ...limits, valueText(target, value), verdicts[verdict(name, value)], detail]];
  });
  return aligned([['', 'floor', 'goal', 'measured', 'met', 'behind it'], ...rows]);
}

/** Everything, for programs. */
export function jsonOf(measurements: readonly Measurement[]): string {
  const rows = measurements.map((measured) => ({
    ...measured,
    ...targets[measured.target],
    verdict: verdict(measured.target, measured.value),
  }));
  return JSON.stringify({ machine: machine(), measurements: rows }, null, 2);
}

/** On what was measured. */
export function machine(): string {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores`;
}

function limitText({ better, unit }: Target, limit: number): string {
  return `${better === 'lower' ? '≤ ' : ''}${limit.toLocaleString('en-US')}${unit === undefined ? '' : ` ${unit}`}`;
}

function valueText({ unit }: Target, value: number): string {
  return unit === undefined ? value.toFixed(2) : `${Math.round(value).toLocaleString('en-US')} ${unit}`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)].join('\n');
}
