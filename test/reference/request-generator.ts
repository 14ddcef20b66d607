// Requests generated from the OpenAPI document: most fit it, and each has a chance of something that does not.
import { between, oneOf, type Random } from '../support/random.ts';
import type { Any } from './document-checks.ts';

/** One request to an operation of the document. */
export interface GeneratedRequest {
  readonly method: string;
  /** Behind the server's address and account. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly Any[];
  readonly body: Any;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'query'] as const;
const oddMethods = ['PATCH', 'QUERY', 'OPTIONS', 'HEAD', 'PROPFIND', 'DELETE', 'PUT', 'POST', 'GET'] as const;
const deepest = 6;

/** What breaks parsers: the ends of ranges, other types, other scripts, other syntax. */
const oddValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  'null',
  '1; drop table users',
  "' or 1=1 --",
  '%',
  '_',
  '\u0000',
  '\ud800',
  '\u202eabc',
  '😀'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(70_000),
  // What takes long to search or to sort for who begins anew at each character.
  `0.${'0'.repeat(60_000)}1`,
  `a${'1'.repeat(60_000)}a`,
  `${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}`,
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '2026-03-29 02:30:00',
  '2026-06-01T12:00:00+99:00',
  '24:00',
  '1e400',
  'NaN',
  [],
  {},
  [[]],
  [1, 'a', null],
  { id: 1 },
  { $gt: 1 },
  JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}'),
];

/** Draws requests to the operations of a document without end. */
export function requestGenerator(document: Any, random: Random): () => GeneratedRequest {
  const resolve = (schema: Any): Any => {
    let found = schema;
    while (found?.$ref !== undefined) {
      found = (found.$ref as string)
        .slice(2)
        .split('/')
        .reduce((at: Any, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    }
    return found ?? {};
  };
  const operations = operationsOf(document, resolve);
  const chance = (share: number): boolean => random() < share;

  const valueOf = (given: Any, depth = 0): unknown => {
    if (chance(0.08)) return oneOf(random, oddValues);
    const schema = resolve(given);
    const choices = (schema.anyOf ?? schema.oneOf) as Any[] | undefined;
    if (choices !== undefined) return valueOf(oneOf(random, choices), depth);
    if (schema.allOf !== undefined) return valueOf(oneOf(random, schema.allOf as Any[]), depth);
    if (schema.enum !== undefined && chance(0.9)) return oneOf(random, schema.enum as unknown[]);
    if (schema.const !== undefined) return schema.const;
    if (schema.examples !== undefined && chance(0.5)) return oneOf(random, schema.examples as unknown[]);
    if (schema.example !== undefined && chance(0.5)) return schema.example;
    const type = Array.isArray(schema.type) ? oneOf(random, schema.type as string[]) : schema.type;
    return typedValue(schema, { type, depth });
  };
  const typedValue = (schema: Any, { type, depth }: { type: unknown; depth: number }): unknown => {
    switch (type) {
      case 'integer':
        return between(random, 0, oneOf(random, [1, 3, 20, 100_000]));
      case 'number':
        return oneOf(random, [0, 1, 7.5, 40, 99_999.99, -3]);
      case 'boolean':
        return chance(0.5);
      case 'null':
        return null;
      case 'array':
        return depth > deepest
          ? []
          : Array.from({ length: between(random, 0, 3) }, () => valueOf(schema.items ?? {}, depth + 1));
      case 'object':
        return objectOf(schema, depth);
      case undefined:
        return schema.properties === undefined ? oneOf(random, oddValues) : objectOf(schema, depth);
      default:
        return textOf(schema);
    }
  };
  const textOf = ({ format, pattern }: Any): string => {
    const hint = `${String(format)} ${String(pattern)}`;
    if (/date-time|moment|\\d\{2\}:/.test(hint))
      return `2026-0${between(random, 1, 9)}-1${between(random, 0, 9)} 08:00:00`;
    if (/date|\\d\{4\}-/.test(hint)) return `2026-0${between(random, 1, 9)}-1${between(random, 0, 9)}`;
    return oneOf(random, ['a', 'Ada', '1', '12.5', '08:00', '#aabbcc', 'Europe/Vienna', 'name', 'de']);
  };
  const objectOf = (schema: Any, depth: number): Record<string, unknown> => {
    const required = new Set((schema.required as string[] | undefined) ?? []);
    const entries = Object.entries((schema.properties as Record<string, Any> | undefined) ?? {})
      .filter(([name]) => (required.has(name) ? !chance(0.05) : depth <= deepest && chance(0.25)))
      .map(([name, below]) => [name, valueOf(below, depth + 1)] as const);
    const odd = chance(0.03) ? [[oneOf(random, ['no_such', '__proto__', '_x', '', 'id']), 1] as const] : [];
    return Object.fromEntries([...entries, ...odd]);
  };

  return () => {
    const { path, method, parameters, body } = oneOf(random, operations);
    const isTold = (parameter: Any): boolean => parameter.required === true || chance(0.1);
    const told = parameters.filter(isTold).map((parameter) => ({
      name: parameter.name as string,
      where: parameter.in as string,
      value: asText(valueOf(parameter.schema ?? {})),
    }));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(told.find((one) => one.where === 'path' && one.name === name)?.value ?? '1'),
    );
    const query = told
      .filter(({ where }) => where === 'query')
      .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    const sent = body === null && !chance(0.05) ? null : bodyOf(body);
    return {
      method: chance(0.03) ? oneOf(random, oddMethods) : method.toUpperCase(),
      path: (query === '' ? filled : `${filled}?${query}`).slice(0, 20_000),
      headers: {
        ...(sent?.type === undefined ? {} : { 'content-type': sent.type }),
        accept: chance(0.1) ? 'application/xml' : 'application/json',
      },
      body: sent?.text ?? null,
    };
  };

  function bodyOf(schema: Any): { type: string | undefined; text: string } {
    const value = valueOf(schema ?? {});
    const text = JSON.stringify(value) ?? '';
    if (chance(0.02))
      return { type: 'application/json', text: text.slice(0, between(random, 0, text.length)) };
    if (chance(0.02)) return { type: undefined, text };
    if (chance(0.02)) return { type: oneOf(random, ['text/plain', 'multipart/form-data', 'x/y', ';']), text };
    if (!chance(0.15) || typeof value !== 'object' || value === null)
      return { type: 'application/json', text };
    const pairs = Object.entries(value).map(([name, one]) => [name, asText(one)] as [string, string]);
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(pairs).toString(),
    };
  }
}

function operationsOf(document: Any, resolve: (schema: Any) => Any): readonly Operation[] {
  return Object.entries(document.paths as Record<string, Any>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Any;
      if (operation === undefined) return [];
      const parameters = [...((item.parameters as Any[]) ?? []), ...((operation.parameters as Any[]) ?? [])];
      const content = Object.values((resolve(operation.requestBody ?? {}).content as Any) ?? {}) as Any[];
      return [{ path, method, parameters: parameters.map(resolve), body: content[0]?.schema ?? null }];
    }),
  );
}

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed();
}
