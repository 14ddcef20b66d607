// Files in a bucket of S3-compatible storage, which the servers of an installation share: <prefix>/<account>/<key>.
// Addresses have the path style, which every server of this kind understands.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '#errors/api-error.ts';
import type { FilePlace, FileStore } from './file-store.ts';

/** A bucket and who may use it. */
export interface BucketOptions {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  readonly address: string;
  /** Where the service is, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A request that has no answer by then, in milliseconds, is given up. */
const longestWait = 60_000;
/** Answers of 429 and 5xx are asked for again, after growing pauses of 50 ms and more. */
const retries = 3;

/** A store in a bucket, which must exist. */
export function createS3Store({ address, endpoint, region, accessKey, secretKey }: BucketOptions): FileStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries,
  });
  const root = `${endpoint}/${address.slice('s3://'.length).replace(/\/+$/, '')}`;
  // The wait ends with the headers: a client may take long for the bytes.
  const ask = async (place: FilePlace, request: RequestInit): Promise<Response> => {
    const url = `${root}/${place.accountId}/${encodeURIComponent(place.key)}`;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longestWait);
    try {
      return await client.fetch(url, { ...request, signal: late.signal });
    } catch (error) {
      return unreachable(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async put(place, bytes) {
      const sum = createHash('sha256').update(bytes).digest('hex');
      const headers = {
        'content-type': 'application/octet-stream',
        // Part of the signature: bytes that came otherwise are refused there.
        'x-amz-content-sha256': sum,
      };
      const response = await ask(place, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (!response.ok) throw await refused(response);
      await response.body?.cancel();
    },
    async open(place) {
      const response = await ask(place, { method: 'GET' });
      if (response.status === 404) return nothing(response);
      if (!response.ok || response.body === null) throw await refused(response);
      const size = Number(response.headers.get('content-length'));
      return { size, stream: Readable.fromWeb(response.body as ReadableStream<Uint8Array>) };
    },
    async remove(place) {
      const response = await ask(place, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw await refused(response);
      await response.body?.cancel();
    },
  };
}

/** A missing bucket is another thing than a missing file. */
async function nothing(response: Response): Promise<null> {
  const text = await response.text();
  if (text.includes('NoSuchBucket')) throw unusable('NoSuchBucket');
  return null;
}

async function refused(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  return unusable(/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `status ${response.status}`);
}

function unreachable(error: unknown): never {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  throw unusable(cause?.code ?? name);
}

function unusable(why: string): ApiError {
  return new ApiError('storage_unreachable', `The storage of files cannot be used (${why}).`);
}
