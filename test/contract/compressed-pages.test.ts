// A client that accepts gzip pages through a large delta: every row once, in JSON and in XML, and how many bytes that takes.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { rowsOf } from '../support/expectations.ts';
import { countOf } from '../support/property.ts';
import { parseXml, type Elements } from '../support/xml.ts';

const changed = countOf({ test: 300, long: 10_000, soak: 10_000 });
const pageSize = 100;

/** A page as it comes over the line, and its text. */
interface Page {
  readonly sent: number;
  readonly plain: number;
  readonly text: string;
}

function fetchPage(
  { installation, account, machine }: Place,
  accept: string,
  query: Readonly<Record<string, string>>,
): Promise<Page> {
  const url = `${installation.address}/${account.name}/v4/skills/read?${new URLSearchParams(query)}`;
  const headers = { authorization: `Bearer ${machine.token}`, accept, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      resolve({ sent: body.length, plain: plain.length, text: plain.toString() });
    }).on('error', reject);
  });
}

function listed(rows: Elements | readonly Elements[] | string | undefined): readonly Elements[] {
  if (rows === undefined || typeof rows === 'string') return [];
  return Array.isArray(rows) ? rows : [rows];
}

const readers = {
  'application/json': (text: string) => JSON.parse(text).Results as readonly Elements[],
  'application/xml': (text: string) => listed(parseXml(text).response['Results']),
};

onEveryEngine('a delta in compressed pages', (place) => {
  it('delivers each row once by _offset in both formats, in fewer bytes', async (t) => {
    const since = (await place.machine.get('skills/read', { _limit: 0 })).json['RequestStartTime'] as string;
    const ids: string[] = [];
    for (let from = 0; from < changed; from += pageSize) {
      const batch = Array.from({ length: pageSize }, (_, index) => ({ syn: `Skill ${from + index}` }));
      const answer = await place.machine.post('skills/create', batch);
      ids.push(...rowsOf(answer).map((item) => String(item['Results'][0]['id'])));
    }
    for (const [accept, rows] of Object.entries(readers)) {
      const seen: string[] = [];
      let [sent, plain] = [0, 0];
      for (;;) {
        const query = { _since: since, _fetch_deleted: '1', _offset: String(seen.length) };
        const page = await fetchPage(place, accept, query);
        const found = rows(page.text).map((row) => String(row['id']));
        [sent, plain] = [sent + page.sent, plain + page.plain];
        if (found.length === 0) break;
        seen.push(...found);
        assert.ok(seen.length <= ids.length);
      }
      assert.deepEqual(seen, ids, accept);
      assert.ok(sent < plain);
      t.diagnostic(`${changed} rows as ${accept}: ${plain} bytes, ${sent} compressed`);
    }
  });
});
