// The names in a ZIP archive (APPNOTE.TXT 6.3.10), from its directory at the end. Nothing is unpacked.

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endLength = 22;
const entryLength = 46;
/** The remark at the end of an archive is not longer. */
const longestRemark = 65_535;
/** Documents hold far fewer; an archive with more is none of them. */
const mostNames = 10_000;

/** The names of all entries; `null`: it is no archive, or a damaged one. */
export function zipNames(bytes: Buffer): ReadonlySet<string> | null {
  if (bytes.length < endLength || bytes.readUInt32LE(0) !== 0x04034b50) return null;
  const end = endOf(bytes);
  if (end === null) return null;
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostNames) return null;
  const names = new Set<string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entryMark) return null;
    const nameEnd = at + entryLength + bytes.readUInt16LE(at + 28);
    names.add(bytes.subarray(at + entryLength, nameEnd).toString());
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

/** Where the record that ends the directory begins: the last of its marks whose remark ends the archive. */
function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - endLength - longestRemark);
  for (let at = bytes.length - endLength; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) !== endMark) continue;
    if (at + endLength + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  return null;
}
