// docs/reference/resources/README.md: the list of all resources.
import type { Schema } from '#resource/schema.ts';
import { documentedResources, doingsOf, nameOf } from '../actions.ts';
import { cellText } from './fields-table.ts';

/** The whole page. */
export function contentsPage(schema: Schema): string {
  const rows = documentedResources(schema).map((resource) => {
    const actions = doingsOf(resource).map(nameOf).join(', ');
    return `| [${resource.name}](${resource.name}.md) | ${cellText(resource.doc)} | ${actions} |`;
  });
  return `# Resources

What holds for all of them (addresses, parameters, batches, errors) stands in [the interface](../interface.md). The server
tells the same to programs: \`/openapi.json\`, and for people with a browser \`/docs/\`.

A machine credential may do what an administrator may; one issued for reading only may read. A row that a caller may not
read does not exist for them. The examples are for the demo account; log in with what \`hourbook serve --demo\` prints:

\`\`\`sh
TOKEN=$(curl -s http://127.0.0.1:8080/demo/auth/oauth2/token -d grant_type=client_credentials \\
  -d client_id=$CLIENT_ID -d client_secret=$CLIENT_SECRET | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
\`\`\`

| resource | what it is | actions |
|---|---|---|
${rows.join('\n')}

This page is written by \`npm run reference\`.
`;
}
