// Mail addresses as far as they can be told apart from something else: only sending shows whether one works.

const word = String.raw`[^\s@<>()[\]\\,;:"\p{C}]+`;
const pattern = new RegExp(`^${word}@${word}$`, 'u');
/** RFC 5321 §4.5.3.1.3, without the brackets around a path. */
const longest = 254;

/** Whether the text is one address, without a name, a list or a comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= longest && pattern.test(text);
}
