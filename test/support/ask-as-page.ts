// Reads the interface from within a page of the console, with the rights of the person who is logged in there.
import type { Page } from 'playwright-core';

/** Rows of the interface. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Reads rows as the person on the page. */
export type Ask = (resource: string, query?: Readonly<Record<string, string | number>>) => Promise<Rows>;

/** Reads the interface from within the page, by the person's cookie. */
export function askAs(page: Page, account: string): Ask {
  return async (resource, query = {}) => {
    const all = { _limit: 10_000, ...query };
    const path = resource === 'session' ? `/${account}/session` : `/${account}/v4/${resource}/read/`;
    const pairs = Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]);
    const address = resource === 'session' ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
    const answer = (await page.evaluate(
      `fetch(${JSON.stringify(address)}, { headers: { 'x-hourbook': 'background' } }).then((it) => it.json())`,
    )) as { readonly Results: Rows; readonly ErrorMessage?: string };
    if (!Array.isArray(answer.Results)) throw new Error(`${resource}: ${answer.ErrorMessage ?? 'no rows'}`);
    return answer.Results;
  };
}
