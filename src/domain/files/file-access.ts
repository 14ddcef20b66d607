// Who may see and change files: whoever may do so with the absence, person or project that they belong to. A file repeats
// the columns of that row by which rights go.
import {
  aboutPerson,
  either,
  type Access,
  type Scope,
  type AccessContext,
  type Term,
  type WriteVerb,
} from '#resource/access.ts';
import { asReader, grantedScope } from '#resource/granted-access.ts';
import { absenceAccess, themselves } from '../absences/absence-access.ts';
import { nodeAccess } from '../nodes/node-fields.ts';
import { personAccess } from '../users/person-access.ts';

/** The resources whose rows have files, each with the field of a file that names the row. */
export const holders = { absences: 'absence_id', users: 'user_id', projects: 'project_id' } as const;
/** One of them. */
export type Holder = keyof typeof holders;
/** All of them. */
export const holderNames: readonly Holder[] = ['absences', 'users', 'projects'];

const accessOf: Readonly<Record<Holder, Access>> = {
  absences: absenceAccess,
  users: personAccess,
  projects: nodeAccess,
};

/** Column of the holder's row → the column in which the file repeats it. */
const repeated: Readonly<Record<Holder, Readonly<Record<string, string>>>> = {
  absences: { user_id: 'person_id' },
  users: { id: 'person_id' },
  projects: {
    node_path: 'node_path',
    restricted_path: 'restricted_path',
    hidden_on_path: 'hidden_on_path',
  },
};

const readers = aboutPerson('person_id', () => []);

/**
 * Certificates tell of health: the replacement, who reads the absence itself, does not see them. A right to read absences,
 * people or projects that `permissions` grant holds for their files.
 */
export const fileAccess: Access = {
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    if (accessContext.hrManager) return [{ level: 'manager', scope: 'all' }];
    const scope = either(
      ofPeople('absences', accessContext),
      ofPeople('users', accessContext),
      ofHolder(
        'projects',
        either(...nodeAccess.read(asReader(accessContext, 'projects')).map((rowPolicy) => rowPolicy.scope)),
      ),
    );
    return [{ level: 'own', scope }];
  },
  // At least what is allowed: what hangs on columns that files do not repeat is refused by a rule.
  write: (accessContext, verb) => {
    if (accessContext.administrator) return 'all';
    return either(
      ofHolder('absences', updatable('absences', accessContext)),
      ofHolder('projects', updatable('projects', accessContext)),
      accessContext.hrManager ? ofHolder('users', 'all') : [],
      ofHolder('users', granted('users', accessContext)),
      own(accessContext, verb),
    );
  },
};

/** The rows of a holder whose files the caller may write: those that they may update. */
export function updatable(holder: Holder, accessContext: AccessContext): Scope {
  return either(accessOf[holder].write(accessContext, 'update'), granted(holder, accessContext));
}

function granted(holder: Holder, accessContext: AccessContext): Scope {
  return grantedScope(accessContext, { name: holder, access: accessOf[holder] }, 'update');
}

/** People bring files of their own, and change and delete those that they have brought: not what HR managers keep. */
function own(accessContext: AccessContext, verb: WriteVerb): Scope {
  const self = themselves(accessContext);
  const brought = verb === 'create' ? [] : [{ column: 'owner', oneOf: self }];
  return self.length === 0 ? [] : [[markOf('users'), { column: 'person_id', oneOf: self }, ...brought]];
}

function ofPeople(holder: 'absences' | 'users', accessContext: AccessContext): Scope {
  const scope = either(...readers.read(asReader(accessContext, holder)).map((rowPolicy) => rowPolicy.scope));
  return scope === 'all' ? [[markOf(holder)]] : scope.map((terms) => [markOf(holder), ...terms]);
}

/** Rows of the holder as their files know them. */
function ofHolder(holder: Holder, scope: Scope): Scope {
  if (scope === 'all') return [[markOf(holder)]];
  return scope.map((terms) => [markOf(holder), ...terms.flatMap((term) => repeatedTerm(holder, term))]);
}

function repeatedTerm(holder: Holder, term: Term): readonly Term[] {
  const column = repeated[holder][term.column];
  return column === undefined ? [] : [{ ...term, column }];
}

function markOf(holder: Holder): Term {
  return { column: 'permissions', oneOf: [holder] };
}
