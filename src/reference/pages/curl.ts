// An example request as a command line that can be pasted into a shell.
import type { ExampleRequest } from '../example-requests.ts';

/** The address of the demo account; the shell's `$TOKEN` holds an access token. */
const base = 'http://127.0.0.1:8080/demo/v4';

/** The command, in lines of one option each. */
export function curlCommand({ method, path, query, body, open }: ExampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(open ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${shellText(JSON.stringify(body))}'`]),
  ];
  const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  const address = `'${base}/${path}${query.length === 0 ? '' : `?${parameters}`}'`;
  return ['curl', ...options.map((option) => `${option} \\\n `), address].join(' ');
}

function shellText(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
