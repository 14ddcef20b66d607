// A gate before an S3 server that does not look at signatures. It passes on only requests with the right signature, by
// "AWS Signature Version 4 for API requests" (Amazon S3 API reference).
import { createHash, createHmac } from 'node:crypto';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A gate that is open, and its address. */
export interface SignatureGate {
  readonly address: string;
  readonly server: Server;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether the headers of a request without a query are signed with the secret, and its bytes are those that were signed. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, secret: string): boolean {
  const fields =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, scope = '', names = '', signature = ''] = fields ?? [];
  const sum = String(headers['x-amz-content-sha256']);
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', lines.join(''), names, sum].join('\n');
  const signed = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((above, part) => hmac(above, part), `AWS4${secret}`);
  const hasBody = method === 'PUT';
  return hmac(key, signed).toString('hex') === signature && (!hasBody || sum === sha256(body));
}

/** Opens a gate to the server on this port of the machine. */
export async function openGate(port: number, secret: string): Promise<SignatureGate> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    if (!isSigned(incoming, body, secret)) {
      outgoing.writeHead(403, { 'content-type': 'application/xml' });
      outgoing.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      return;
    }
    const { method, url, headers } = incoming;
    const onward = forward({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    onward.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
