// How the components of the OpenAPI document are named, and how they are referred to.
import type { Resource } from '#resource/resource.ts';
import type { JsonObject } from '../json.ts';

/** `timeTrackings`, `Create` → `TimeTrackingsCreate`. */
export function componentName({ name }: Pick<Resource, 'name'>, suffix = ''): string {
  return `${capital(name)}${capital(suffix)}`;
}

/** A reference to a schema. */
export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** A reference to a parameter. */
export function parameterRef(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

/** A reference to a response. */
export function responseRef(name: string): JsonObject {
  return { $ref: `#/components/responses/${name}` };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
