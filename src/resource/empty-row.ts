// What a row is before anybody says anything of it.
import type { Stored } from './field-type.ts';
import type { Resource } from './resource.ts';

/** A row in which every column has its default. What an account adds has none. */
export function emptyRow(resource: Resource): Record<string, Stored> {
  const row: Record<string, Stored> = {};
  for (const { name, stored, total, own, default: value } of resource.fields.values())
    if (stored && total === undefined && own !== true) row[name] = value ?? null;
  for (const [name, hidden] of Object.entries(resource.hidden)) row[name] = hidden.default ?? null;
  return row;
}
