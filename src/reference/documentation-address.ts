// Which addresses are documentation, of accounts and of the whole server. Light: it is asked for every request.
import { accountNamePattern } from '#request/parse-address.ts';

/** What an address of the documentation stands for. */
export type DocumentationAddress =
  | { readonly kind: 'openapi'; readonly account: string | null; readonly prefix: string }
  | { readonly kind: 'moved'; readonly location: string }
  | { readonly kind: 'file'; readonly name: string };

const files: readonly string[] = ['', 'page.css', 'start.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];
const documentPath = /^\/+([^/]+)(?:((?:\/+userapi)?)\/+(v[345]))?\/+openapi\.json$/;

/** What the path stands for, or `null` when it is no documentation. It says nothing of whether an account exists. */
export function documentationAddress(path: string): DocumentationAddress | null {
  if (path === '/openapi.json') return { kind: 'openapi', account: null, prefix: '/v4' };
  if (path === '/docs') return { kind: 'moved', location: 'docs/' };
  if (path.startsWith('/docs/')) {
    const name = path.slice('/docs/'.length);
    return files.includes(name) ? { kind: 'file', name } : null;
  }
  if (!path.endsWith('/openapi.json')) return null;
  // Without a version, that of the newest programs.
  const [, account = '', userapi = '', version = 'v4'] = documentPath.exec(path.toLowerCase()) ?? [];
  if (!accountNamePattern.test(account)) return null;
  return { kind: 'openapi', account, prefix: `${userapi === '' ? '' : '/userapi'}/${version}` };
}
