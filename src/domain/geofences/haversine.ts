// Distances on the Earth, taken as a sphere: right to half a percent, which no position fix is.

/** A place in degrees. */
export interface Place {
  readonly lat: number;
  readonly long: number;
}

/** Mean radius of the Earth in metres (IUGG). */
const earthRadius = 6_371_008.8;

/** Metres between two places along the surface: https://en.wikipedia.org/wiki/Haversine_formula. */
export function haversine(a: Place, b: Place): number {
  const [from, to] = [radians(a.lat), radians(b.lat)];
  const [north, east] = [to - from, radians(b.long - a.long)];
  const half = Math.sin(north / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
