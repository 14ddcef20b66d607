// The OpenAPI document of the library, and a check whether values fit its schemas.
import assert from 'node:assert/strict';
import { openApiDocument } from '#reference/openapi/openapi-document.ts';
import { buildSchema } from '#resource/schema.ts';
import { schemaCompiler, type Any } from './document-checks.ts';
import { library } from './library.ts';

/** The document. */
export const document = JSON.parse(
  JSON.stringify(openApiDocument(buildSchema(library), { version: '1', prefix: '/v4', account: 'acme' })),
) as Any;

/** A validator of what a pointer points to. */
export const compile = schemaCompiler(document);

/** Checks whether values fit a schema of the components. */
export function accepts(name: string, values: readonly unknown[], expected: boolean): void {
  const fits = compile(`#/components/schemas/${name}`);
  for (const value of values) assert.equal(fits(value), expected, `${name}: ${JSON.stringify(value)}`);
}
