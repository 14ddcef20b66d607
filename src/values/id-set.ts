// A set of ids (whole numbers from 0 up) that takes about a bit for each where they lie close together, as ids of rows do.

const pageBits = 65_536;

/** Ids that are in it, or not. */
export interface IdSet {
  readonly has: (id: number) => boolean;
  /** False when it was in it before. */
  readonly add: (id: number) => boolean;
}

/** Makes an empty one. */
export function createIdSet(): IdSet {
  const pages = new Map<number, Uint8Array>();
  const placeOf = (id: number) => ({
    page: Math.floor(id / pageBits),
    byte: Math.floor((id % pageBits) / 8),
    bit: 1 << (id % 8),
  });
  return {
    has(id) {
      const { page, byte, bit } = placeOf(id);
      return ((pages.get(page)?.[byte] ?? 0) & bit) !== 0;
    },
    add(id) {
      const { page, byte, bit } = placeOf(id);
      let bytes = pages.get(page);
      if (bytes === undefined) pages.set(page, (bytes = new Uint8Array(pageBits / 8)));
      const known = bytes[byte] ?? 0;
      bytes[byte] = known | bit;
      return (known & bit) === 0;
    },
  };
}
