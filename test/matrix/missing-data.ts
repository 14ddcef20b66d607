// The sentences that ask for test data which a declared resource lacks. It must not know the data.

/** Each kind of test data, with the tables and files that hold it. An area has the data of its resources in one file. */
const files = {
  'row of rights': '`rights` of test/matrix/areas or test/matrix/access-table.ts',
  probe: '`probes` of test/matrix/areas or test/matrix/access-table.ts',
  'sample row': '`samples` or `storedSamples` of test/matrix/areas or test/matrix/samples.ts',
  'harmless update': '`harmlessUpdates` of test/matrix/areas or test/matrix/samples.ts',
  'loose reference': '`looseReferences` of test/matrix/areas or `codes` of test/matrix/samples.ts',
  maker: '`makers` of test/matrix/areas or test/matrix/company-rows.ts',
  'row about a person': '`found` or `storedAbout` of test/matrix/areas or test/matrix/company-rows.ts',
  'question about a person': '`asked` of test/matrix/areas',
  attempt: 'test/matrix/attempts.ts',
  'action case': 'test/matrix/action-table.ts',
  'user action case': 'test/matrix/user-action-table.ts',
  number: 'src/domain/permissions/served-resources.ts',
  grant: 'src/domain/permissions/grantable.ts',
} as const;

/** A kind of test data. */
export type Kind = keyof typeof files;

/** The sentence that names the missing piece and the file to edit. */
export function missingData(kind: Kind, subject: string): string {
  return `test/matrix: no ${kind} for ${subject}; add one in ${files[kind]}`;
}

/** The sentence about a piece of test data whose resource or action does not exist. */
export function needlessData(kind: Kind, subject: string): string {
  return `test/matrix: a ${kind} for ${subject}, which no file in src/resources declares; remove it from ${files[kind]}`;
}

/** The entry of a resource in a table of test data. Throws an Error with {@link missingData} when there is none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, kind: Kind, resource: string): Entry {
  const entry = table[resource];
  if (entry === undefined) throw new Error(missingData(kind, resource));
  return entry;
}
