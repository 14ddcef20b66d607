// Finds operations, references and schemas in an OpenAPI document and compiles its schemas.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into the document member by member
export type Any = any;

/** One operation of the document. */
export interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Any;
}

/** All operations. */
export function operationsIn(document: Any): readonly FoundOperation[] {
  return Object.entries<Any>(document.paths).flatMap(([path, item]) =>
    Object.entries<Any>(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Every `$ref` in a value. */
export function referencesIn(value: Any): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref as string] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

/** What a reference points to, or what was given if it is none. */
export function resolved(document: Any, value: Any): Any {
  if (typeof value?.$ref !== 'string') return value;
  const steps = (value.$ref as string).slice(2).split('/');
  return resolved(
    document,
    steps.reduce((part, step) => part?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

/** The pointer of every schema that stands in the document: in components, parameters, bodies and answers. */
export function schemaPointers(document: Any): readonly string[] {
  const found: string[] = [];
  const visit = (value: Any, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries<unknown>(value)) {
      const below = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const isSchema = name === 'schema' || pointer === '#/components/schemas';
      const onlyRefers = Object.keys(Object(member)).join() === '$ref';
      if (isSchema && !onlyRefers) found.push(below);
      else if (name !== 'example') visit(member, below);
    }
  };
  visit(document, '#');
  return found;
}

/** Compiles schemas of the document by JSON Schema 2020-12; throws where one says something unknown. */
export function schemaCompiler(document: Any): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  // What programs read beside the schemas, and members that a reference of ours passes on its way to a schema.
  ajv.addVocabulary(['x-relation', 'x-default']);
  ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components']);
  ajv.addSchema({ ...document, $id: 'https://document.test/openapi' });
  return (pointer) => {
    const uri = pointer.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
    return ajv.compile({ $ref: `https://document.test/openapi${uri}` });
  };
}
