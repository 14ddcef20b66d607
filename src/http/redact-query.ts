// A query string as it may be logged: values of names that sound like secrets are replaced.

const secretLike = /token|secret|passw|pin|auth|credential|key|nfc/i;

/** The query string without the values of secret-like names; everything else stays as sent. */
export function redactQuery(query: string): string {
  if (query === '' || (!secretLike.test(query) && !query.includes('%'))) return query;
  return query.split('&').map(redactPair).join('&');
}

function redactPair(pair: string): string {
  const equals = pair.indexOf('=');
  const name = equals < 0 ? pair : pair.slice(0, equals);
  return equals >= 0 && secretLike.test(decoded(name)) ? `${name}=***` : pair;
}

/** A name that cannot be decoded counts as secret: another program may read it as one. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return 'secret';
  }
}
