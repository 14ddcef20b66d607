// The distance of two positions is the great-circle distance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haversine } from '#domain/geofences/haversine.ts';

const vienna = { lat: 48.2082, long: 16.3738 };

test('measures distances on the surface of the Earth within 0.5 percent', () => {
  const close = (metres: number, expected: number): void =>
    assert.ok(Math.abs(metres - expected) < expected / 200, `${metres} m instead of ${expected} m`);
  assert.equal(haversine(vienna, vienna), 0);
  // Great circles by https://geographiclib.sourceforge.io (WGS 84).
  close(haversine(vienna, { lat: 40.7128, long: -74.006 }), 6_814_000);
  close(haversine({ lat: 0, long: 179.5 }, { lat: 0, long: -179.5 }), 111_320);
  close(haversine({ lat: 60, long: 0 }, { lat: 60, long: 1 }), 55_800);
  close(haversine({ lat: 90, long: 0 }, { lat: -90, long: 77 }), 20_003_900);
});
