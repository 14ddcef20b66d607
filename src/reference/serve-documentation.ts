// Answers the addresses of the documentation. Documents are built once for each form of address and kept as text.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { HttpRequest, HttpResponse } from '#request/http-message.ts';
import type { Schema } from '#resource/schema.ts';
import type { DocumentationAddress } from './documentation-address.ts';
import { openApiDocument } from './openapi/openapi-document.ts';

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

/** Makes the function that answers. */
export function serveDocumentation(
  parts: DocumentationParts,
): (address: DocumentationAddress, request: HttpRequest) => Promise<HttpResponse> {
  const documents = new Map<string, Template>();
  const files = new Map<string, Content>();
  return async (address, request) => {
    switch (address.kind) {
      case 'moved':
        return { status: 308, headers: { location: address.location }, body: '' };
      case 'openapi': {
        const { account, prefix } = address;
        const key = account === null ? '' : prefix;
        const template = documents.get(key) ?? templateOf(parts, { account, prefix });
        documents.set(key, template);
        return answer(documentOf(template, account), request);
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
  { type, body, tag }: Content,
  request: HttpRequest,
  more: Readonly<Record<string, string>> = {},
): HttpResponse {
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  const headers = { etag: tag, 'cache-control': 'public, no-cache', ...more };
  if (known.includes(tag.replace(/^W\//, '')) || known.includes('*'))
    return { status: 304, headers, body: '' };
  return { status: 200, headers: { ...headers, 'content-type': type }, body };
}
