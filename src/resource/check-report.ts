// Whether a resource that is a report agrees with itself, and whether fields that follow from others name them.
import type { Resource } from './resource.ts';

/** One sentence for each fault. */
export function checkReport({
  storage,
  report,
  fields,
  hidden,
  lastChange,
  actions,
}: Resource): readonly string[] {
  const named = (option: 'monthOf' | 'dateOf' | 'emptyWith'): readonly string[] =>
    [...fields.values()].flatMap((field) => field[option] ?? []);
  const faults = [
    ...unknown('monthOf', named('monthOf'), fields),
    ...unknown('dateOf', named('dateOf'), fields),
    ...named('emptyWith')
      .filter((name) => !(name in hidden))
      .map((name) => `emptyWith names ${name}, which is no hidden column`),
  ];
  if (report === null) return storage === 'report' ? [...faults, 'is a report of nothing'] : faults;
  if (storage !== 'report') faults.push('reports, but has rows of its own');
  if (lastChange !== null || [...actions].join() !== 'read') faults.push('a report can only be read');
  const { groups, sums } = report;
  const parameters = Object.keys(report.parameters);
  const ends = (report.period ?? []).filter((name) => !parameters.includes(name));
  const wrong = sums.filter((name) => fields.get(name)?.type.numeric !== true);
  const twice = sums.filter((name) => [...groups, ...parameters].includes(name));
  return [
    ...faults,
    ...unknown('groups', groups, fields),
    ...unknown('parameters', parameters, fields),
    ...ends.map((name) => `${name} ends a period, but is no parameter`),
    ...wrong.map((name) => `${name} is added up, but is no number`),
    ...twice.map((name) => `${name} is added up and puts rows together`),
  ];
}

function unknown(use: string, names: readonly string[], fields: Resource['fields']): string[] {
  return names.filter((name) => !fields.has(name)).map((name) => `${use} names ${name}, which is no field`);
}
