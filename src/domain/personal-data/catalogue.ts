// Where data about people stand, as data: which rows are about a person, and which of their columns tell who it is. A test
// holds it against the declarations, so that no new column of text is forgotten.

/** What one resource holds about a person. */
export interface PersonalData {
  /** Columns that name the person whose row it is; one of them is enough. */
  readonly of: readonly string[];
  /** Only rows with these values: `receiver_id` names a person only where `receiver_type` is `USER`. */
  readonly only?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The rows themselves go when the person is anonymised: no hours follow from them. */
  readonly removed?: true;
  /** Columns that tell who it is, or may: they are emptied. */
  readonly emptied?: readonly string[];
  /** Only rows that have a value in this column are emptied: others hold words of the account. */
  readonly emptiedWith?: string;
  /** Columns that are emptied only in rows with these values. */
  readonly emptiedIf?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns of a log: a value becomes `***`. */
  readonly masked?: readonly string[];
  /** Columns that hold values of another resource as a JSON object by field: its emptied fields become `***`. */
  readonly maskedLike?: Readonly<Record<string, string>>;
  /** Columns of free text that stay, because they tell nothing about a person. */
  readonly kept?: readonly string[];
}

const six = (name: string): readonly string[] => [1, 2, 3, 4, 5, 6].map((number) => `${name}_${number}`);
const freeTexts = [...six('t_iv'), ...six('u_iv'), 'notes'];
const position = (when: string): readonly string[] =>
  ['lat', 'long', 'accuracy'].map((part) => `geo_${when}_${part}`);
const ofUser = ['user_id'] as const;
const nothing: PersonalData = { of: ofUser };

/** Fields of a person's own row that tell who it is. What hours, days and costs follow from stays. */
export const identifyingFields: readonly string[] = [
  ...six('u_iv'),
  ...six('u_iv').map((name) => `${name}_valid_from`),
  'abbrevation',
  'address_1',
  'address_2',
  'allowed_ips',
  'birthday',
  'company_name',
  'email_address',
  'external_id',
  'firstname',
  'fullname',
  'identity_card_number',
  'lastname',
  'last_login',
  'leave_note',
  'notes',
  'password',
  'personnel_number',
  'phone',
  'phone_1',
  'phone_2',
  'pin_code',
  'profile_picture',
  'skype',
  'social_security_number',
  'terminal_transponder_nr',
  'unconfirmed_email_address',
  'username',
  'username_folded',
  'zip',
];

/** Every resource with rows about a person. */
export const personalData: Readonly<Record<string, PersonalData>> = {
  users: {
    of: ['id'],
    emptied: identifyingFields,
    kept: [
      'accounted_until',
      'begun_until',
      'former_employments',
      'timesheet_holiday_calc_interval_mode',
      'timezone',
      'user_role_ids',
    ],
  },
  absenceDays: { of: ofUser, emptied: ['comment'], emptiedWith: 'request_id', kept: ['subtype'] },
  absences: { of: ofUser, emptied: ['granted_comment', 'individual_value_1', 'request_comment'] },
  accountMonths: nothing,
  annualHoursHistory: nothing,
  calculationStates: nothing,
  changeTimeTrackingRequests: {
    of: ['user_id', 'request_user_id'],
    emptied: ['client_unique_id', 'granted_user_comment', 'proposal', 'request_user_comment'],
  },
  checkpointTrackings: {
    of: ofUser,
    emptied: ['client_unique_id', 'geo_accuracy', 'geo_lat', 'geo_long', 'notes'],
    kept: ['timezone'],
  },
  employments: nothing,
  files: {
    of: ['person_id'],
    removed: true,
    emptied: ['description', 'filename', 'title'],
    kept: ['content_type', 'extension', 'node_path', 'restricted_path', 'sha256', 'storage_key'],
  },
  holidayEntries: { of: ofUser, kept: ['kind', 'why'] },
  holidayTerms: { of: ofUser, kept: ['interval_mode'] },
  messages: {
    of: ['sender_id', 'receiver_id'],
    only: { receiver_id: { receiver_type: 'USER' } },
    removed: true,
    emptied: ['message'],
  },
  multiuserToUsers: { of: ['assigned_user_id'] },
  nfcTransponders: {
    of: ofUser,
    removed: true,
    emptied: ['client_unique_id', 'unique_id', 'unique_id_folded'],
  },
  nodesToUsers: { of: ['user'] },
  notifications: { of: ofUser, removed: true, kept: ['inherited_user_ids'] },
  otherPaidLeaveLimitations: nothing,
  overtimeLedger: { of: ofUser, kept: ['reason'] },
  paidBreaksHistory: nothing,
  permissions: { of: ofUser, removed: true, kept: ['permission_name', 'resource_name'] },
  personHistory: { of: ofUser, kept: ['kind'] },
  teamMembers: nothing,
  timePlannings: {
    of: ofUser,
    emptied: freeTexts,
    kept: ['cost_acc_type', 'department_node_path', 'push_trigger', 'task_node_path', 'yearmonth'],
  },
  timeTrackingChangelogs: {
    of: ofUser,
    maskedLike: { old_values: 'timeTrackings' },
    kept: ['change_oauth_client_id'],
  },
  timeTrackings: {
    of: ofUser,
    emptied: [
      ...freeTexts,
      ...position('start'),
      ...position('end'),
      'client_unique_id',
      'end_ip',
      'start_ip',
    ],
    kept: ['end_oauth_client_id', 'start_oauth_client_id'],
  },
  timerUploads: { of: ofUser, removed: true, emptied: ['client_unique_id', 'said', 'stood'], kept: ['zone'] },
  timesheetAccountings: { of: ofUser, emptied: ['comment'], kept: ['frame'] },
  timesheetActionLogs: {
    of: ofUser,
    emptied: ['comment'],
    emptiedIf: { data: { type: 'comment' } },
    kept: ['data', 'subtype'],
  },
  userEvents: { of: ofUser, removed: true, emptied: ['event_name', 'meta_json', 'meta_text'] },
  userHistory: { of: ofUser, masked: ['new_value', 'old_value'], kept: ['change_type', 'field_level'] },
  userPreferences: { of: ofUser, removed: true, emptied: ['name', 'value'], kept: ['oauth_client_id'] },
  userStatusOverview: {
    of: ofUser,
    emptied: ['profile_picture', 'user_fullname'],
    kept: ['current_absence_ids', 'time_tracking_start_time_timezone_id'],
  },
  userTemplateHistory: { of: ofUser, kept: ['change_type'] },
  usersArchiveHistory: nothing,
};

/** Resources that name people only as those who lead, decide or wrote: their rows are about something else. */
export const aboutOthers: readonly string[] = [
  'auditLog',
  'departments',
  'multiuserToTasks',
  'notificationsTypeHtml',
  'projects',
  'teams',
];
