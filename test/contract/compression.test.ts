// Compressed answers: for whom, from which size on, and that cached answers stay right.
import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { before, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { acceptedEncoding } from '#http/compress-response.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

onOwnInstallations('compression', { why: 'the account has the usual name' }, (place) => {
  /** Sends a request without what `fetch` adds and undoes. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> => {
    const { promise, resolve, reject } = Promise.withResolvers<Raw>();
    const authorization = `Bearer ${place.machine.token}`;
    const url = `${place.installation.address}/acme/v4/${path}`;
    const sent = httpRequest(url, { method, headers: { authorization, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end();
    return promise;
  };
  const skills = 'skills/read?_limit=10000&_order_by=id';
  const resultsOf = (body: Buffer): unknown => JSON.parse(body.toString())['Results'];

  before(async () => {
    const batch = Array.from({ length: 100 }, (_, index) => ({ syn: `A skill, the number ${index}` }));
    for (let round = 0; round < 8; round += 1) await place.machine.post('skills/create', batch);
  });

  for (const [encoding, undo] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    for (const [size, path] of [
      ['a page', 'skills/read'],
      ['an answer that takes its time', skills],
    ] as const) {
      it(`sends ${size} in JSON as ${encoding} to a client that accepts it`, async () => {
        const plain = await ask(path);
        assert.equal(plain.headers['content-encoding'], undefined);
        const small = await ask(path, { 'accept-encoding': encoding });
        assert.equal(small.headers['content-encoding'], encoding);
        assert.equal(Number(small.headers['content-length']), small.body.length);
        assert.ok(small.body.length < plain.body.length / 4, `${small.body.length} of ${plain.body.length}`);
        assert.deepEqual(resultsOf(undo(small.body)), resultsOf(plain.body));
      });
    }

    it(`sends XML as ${encoding} too`, async () => {
      const headers = { accept: 'application/xml', 'accept-encoding': encoding };
      const { headers: sent, body } = await ask('skills/read', headers);
      assert.equal(sent['content-encoding'], encoding);
      assert.match(undo(body).toString(), /^<\?xml.*<\/response>\n$/s);
    });
  }

  it('sends less than 1 KiB uncompressed, with Vary: Accept-Encoding', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    for (const path of ['skills/read?_limit=1', 'nothing/read']) {
      const { headers: sent, body } = await ask(path, headers);
      assert.equal(sent['content-encoding'], undefined);
      assert.match(sent['vary'] ?? '', /Accept-Encoding/);
      assert.equal(JSON.parse(body.toString())['Success'], path.startsWith('skills'));
    }
    for (const encoding of ['gzip', 'identity'])
      assert.match(
        (await ask(skills, { 'accept-encoding': encoding })).headers['vary'] ?? '',
        /Accept-Encoding/,
      );
  });

  it('answers 304 to the tag of the same list in whatever encoding it was sent', async () => {
    const tags = new Set<string>();
    for (const encoding of ['gzip', 'br', 'identity']) {
      const { headers } = await ask(skills, { 'accept-encoding': encoding });
      tags.add(headers.etag ?? '');
      for (const other of ['gzip', 'br', 'identity']) {
        const asked = { 'accept-encoding': other, 'if-none-match': headers.etag ?? '' };
        const again = await ask(skills, asked);
        assert.deepEqual([again.status, again.body.length], [304, 0]);
        assert.equal(again.headers['content-encoding'], undefined);
        assert.match(again.headers['vary'] ?? '', /Accept-Encoding/);
      }
    }
    assert.equal(tags.size, 1);
    assert.match([...tags][0] ?? '', /^W\//);
  });

  it('answers HEAD with the headers of GET', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const [head, get] = [await ask(skills, headers, 'HEAD'), await ask(skills, headers)];
    assert.equal(head.headers['content-encoding'], 'gzip');
    assert.equal(head.headers.etag, get.headers.etag);
    assert.equal(head.body.length, 0);
  });
});

for (const [accepted, encoding] of [
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.6', 'br'],
  ['gzip;q=0, br;q=0', null],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *;q=0', null],
  ['gzip;q=nonsense', null],
] as const) {
  it(`compresses as ${encoding ?? 'nothing'} for Accept-Encoding: ${accepted ?? '(none)'}`, () => {
    assert.equal(acceptedEncoding(accepted), encoding);
  });
}
