// Everything that a caller can see of a resource, however much it is.
import assert from 'node:assert/strict';
import type { Client, Envelope } from './client.ts';

const pageSize = 10_000;

/** All rows, page by page, while no client writes. */
export async function readAll(client: Client, resource: string): Promise<readonly Envelope[]> {
  const rows: Envelope[] = [];
  for (;;) {
    const { status, json, text } = await client.get(`${resource}/read`, {
      _limit: pageSize,
      _offset: rows.length,
    });
    assert.equal(status, 200, text);
    rows.push(...json['Results']);
    if (json['Results'].length < pageSize) return rows;
  }
}
