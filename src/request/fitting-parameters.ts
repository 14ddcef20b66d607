// Which resources of an aggregated read a meta parameter without a prefix is meant for: those that have what it names.
import type { Field, Resource } from '#resource/resource.ts';
import type { Parameters } from './api-request.ts';

/** A resource with the parameters that are meant for it alone. */
export interface OwnParameters {
  readonly resource: Resource;
  readonly parameters: Parameters;
}

/** Whether a caller may filter and sort by a field of the resource. */
export type MayUse = (resource: Resource, field: Field) => boolean;

/** Whether the resource can do something with the parameter, for a caller who may use these fields. */
export function fits(
  { resource, parameters }: OwnParameters,
  { parameter, value, mayUse }: { parameter: string; value: string; mayUse: MayUse },
): boolean {
  const usable = (name: string): Field | undefined => {
    const field = fieldOf(resource, name);
    return field !== undefined && mayUse(resource, field) ? field : undefined;
  };
  const [operator, aggregated] = [namedBehind('_op__', parameter), namedBehind('_aggregate__', parameter)];
  if (operator !== null) {
    const needsValue = value !== 'null' && value !== 'notnull';
    return usable(operator) !== undefined && (parameters.has(operator) || !needsValue);
  }
  if (aggregated !== null) return canAdd(usable(aggregated), value);
  switch (parameter) {
    case '_since':
    case '_fetch_deleted':
      return resource.lastChange !== null;
    case '_fields':
      return namesIn(value, ',').every((name) => fieldOf(resource, name) !== undefined);
    case '_order_by':
      return namesIn(value, ',').every((name) => usable(name) !== undefined);
    case '_group_by':
      return namesIn(value, value.includes('|') ? '|' : ',').every((name) => usable(name) !== undefined);
    case '_resolve':
      return namesIn(value, ',').every((name) => fieldOf(resource, name)?.relation !== undefined);
    default:
      return true;
  }
}

function namedBehind(prefix: string, parameter: string): string | null {
  return parameter.startsWith(prefix) ? parameter.slice(prefix.length) : null;
}

function canAdd(field: Field | undefined, apply: string): boolean {
  return field !== undefined && (field.type.numeric || !/^(sum|avg)$/i.test(apply));
}

function fieldOf(resource: Resource, name: string): Field | undefined {
  const field = resource.fields.get(name);
  return field !== undefined && field.read !== '-' && field.stored ? field : undefined;
}

function namesIn(list: string, separator: string): readonly string[] {
  return list
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
