// Fields that say where on Earth something happened. Bounds are in stored units: ten-millionths of a degree.
import { field, types, type Availabilities, type FieldDeclaration } from '#resource/define-resource.ts';

const degree = 10_000_000;

/** Degrees north, -90 to 90. */
export function latitude(availability: Availabilities, doc: string): FieldDeclaration {
  return field(types.coordinate, availability, doc, { min: -90 * degree, max: 90 * degree });
}

/** Degrees east, -180 to 180. */
export function longitude(availability: Availabilities, doc: string): FieldDeclaration {
  return field(types.coordinate, availability, doc, { min: -180 * degree, max: 180 * degree });
}

/** Metres, from 0. */
export function metres(availability: Availabilities, doc: string): FieldDeclaration {
  return field(types.decimal, availability, doc, { min: 0 });
}
