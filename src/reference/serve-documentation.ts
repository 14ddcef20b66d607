// Answers the addresses of the documentation. Documents are built once for each form of address and kept as text, and
// those of accounts with fields of their own when they are asked for.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { DescribedField } from '#resource/defined-field.ts';
import type { Schema } from '#resource/schema.ts';
import type { DocumentationAddress } from './documentation-address.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { ownSchema } from './own-schema.ts';

/** What is documented. */
export interface DocumentationParts {
  readonly schema: Schema;
  readonly version: string;
}

/** What is sent, with the tag by which a browser asks whether it has changed. */
interface Content {
  readonly type: string;
  readonly body: Buffer | string;
  readonly tag: string;
}

/** Answers a request; `told`: the fields of the account's own that the caller is told of. */
export type AnswerDocumentation = (
  address: DocumentationAddress,
  request: HttpRequest,
  told: readonly DescribedField[],
) => Promise<HttpResponse>;

/** Makes the function that answers. */
export function serveDocumentation(parts: DocumentationParts): AnswerDocumentation {
  const documents = new Map<string, Template>();
  const own = ownDocuments(parts);
  const files = new Map<string, Content>();
  return async (address, request, told) => {
    switch (address.kind) {
      case 'moved':
        return { status: 308, headers: { location: address.location }, body: '' };
      case 'openapi': {
        const { account, prefix } = address;
        const key = account === null ? '' : prefix;
        const template = documents.get(key) ?? templateOf(parts, { account, prefix });
        documents.set(key, template);
        const isOwn = account !== null && told.length > 0;
        const of = { account: account ?? '', prefix, declared: template.tag };
        return answer(isOwn ? own(of, told) : documentOf(template, account), request);
      }
      case 'file': {
        const file = files.get(address.name) ?? (await readContent(address.name));
        files.set(address.name, file);
        return answer(file, request, address.name === '' ? { 'content-security-policy': pagePolicy } : {});
      }
    }
  };
}

/** A document whose account is still to be filled in: the text between its places. */
interface Template {
  readonly pieces: readonly string[];
  readonly tag: string;
}

/** Stands for the account while a document is built; no declaration holds it. */
const placeholder = 'account-placeholder';

function templateOf(
  { schema, version }: DocumentationParts,
  { account, prefix }: { account: string | null; prefix: string },
): Template {
  const filled = account === null ? null : placeholder;
  const text = JSON.stringify(openApiDocument(schema, { version, prefix, account: filled }));
  return { pieces: text.split(placeholder), tag: hash('sha1', text, 'base64url') };
}

function documentOf({ pieces, tag }: Template, account: string | null): Content {
  return {
    type: 'application/json; charset=utf-8',
    body: pieces.join(account ?? ''),
    // Weak, because it is compressed for some clients.
    tag: `W/"${tag}${account === null ? '' : `.${account}`}"`,
  };
}

/** Documents of accounts with fields of their own have a megabyte each, so that few are kept. */
const ownKept = 8;

/** An account, the form of its addresses, and the tag of what is declared for all. */
interface OwnDocument {
  readonly account: string;
  readonly prefix: string;
  readonly declared: string;
}

/**
 * What the account has defined comes from the database at each request, and the tag from that: a document is built only for
 * those who have another one, and none is of an account or a time but its own.
 */
function ownDocuments({
  schema,
  version,
}: DocumentationParts): (of: OwnDocument, told: readonly DescribedField[]) => Content {
  const bodies = new Map<string, string>();
  return ({ account, prefix, declared }, told) => {
    const key = JSON.stringify([account, prefix, declared, told]);
    const build = (): string => {
      const document = openApiDocument(ownSchema(schema, told), { version, prefix, account });
      const body = JSON.stringify(document);
      if (bodies.size >= ownKept) bodies.delete(bodies.keys().next().value as string);
      bodies.set(key, body);
      return body;
    };
    return {
      type: 'application/json; charset=utf-8',
      get body() {
        return bodies.get(key) ?? build();
      },
      tag: `W/"${hash('sha1', key, 'base64url')}"`,
    };
  };
}

/** The page runs its own scripts and nothing else, and talks to this server only. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

async function readContent(name: string): Promise<Content> {
  const body = await readFile(fileOf(name));
  const type = types[name.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
  return { type, body, tag: `"${hash('sha1', body, 'base64url')}"` };
}

function fileOf(name: string): URL {
  if (name === 'swagger-ui.css') return new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css'));
  if (name === 'swagger-ui-bundle.js')
    return new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
  return new URL(`./docs-page/${name === '' ? 'page.html' : name}`, import.meta.url);
}

function answer(
  content: Content,
  request: HttpRequest,
  more: Readonly<Record<string, string>> = {},
): HttpResponse {
  const { type, tag } = content;
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  const headers = { etag: tag, 'cache-control': 'public, no-cache', ...more };
  if (known.includes(tag.replace(/^W\//, '')) || known.includes('*'))
    return { status: 304, headers, body: '' };
  return { status: 200, headers: { ...headers, 'content-type': type }, body: content.body };
}
