// Terms of employment by date, limits, events, kinds of hours, features.
import { masterData, none, referenceData, type Area } from './area.ts';

const ofPeople = 'a a a m m m - o - - #';
const kept = { read: ofPeople, create: none, update: none, delete: none };
const byManagers = 'y ! y y ! ! ! ! ! ! #';
const dateOf = (number: number): string => new Date(Date.UTC(1980, 0, 1 + number)).toISOString().slice(0, 10);

/** What the matrices must know of them. */
export const terms: Area = {
  rights: {
    hourTypes: masterData,
    workingTimeBalanceRules: masterData,
    workingTimeCycles: masterData,
    automaticBreakTemplates: masterData,
    automaticBreakTemplateSteps: masterData,
    userDefinedFieldDefinitions: masterData,
    userDefinedFieldDefinitionOptions: masterData,
    otherPaidLeaveLimitations: {
      read: ofPeople,
      create: byManagers,
      update: byManagers,
      delete: byManagers,
    },
    employments: { read: ofPeople, create: byManagers, update: byManagers, delete: byManagers },
    overtimeLedger: kept,
    annualHoursHistory: kept,
    paidBreaksHistory: kept,
    usersArchiveHistory: kept,
    userTemplateHistory: kept,
    userHistory: kept,
    userEvents: {
      read: 'a a a - - - - o - - #',
      create: 'y ! y ! ! ! ! y ! ! #',
      update: none,
      delete: 'y ! y - - - - y - - #',
    },
    calculationStates: { ...kept, read: 'a a a ! ! ! ! ! ! ! #' },
    features: referenceData,
  },
  probes: {
    hourTypes: { p: 'name', o: 'additionPercentage' },
    workingTimeBalanceRules: { p: 'name', o: 'show' },
    workingTimeCycles: { p: 'name', o: 'updated' },
    automaticBreakTemplates: { p: 'templateName', o: 'dryRun' },
    userDefinedFieldDefinitions: { p: 'fieldname', o: 'entity' },
    userDefinedFieldDefinitionOptions: { p: 'field_option_value', o: 'sort_order' },
  },
  samples: {
    hourTypes: ({ mark, serial }) => ({ name: `${mark} hours ${serial}`, tooltip: `${mark} tip` }),
    workingTimeBalanceRules: ({ mark, serial }) => ({ name: `${mark} rule ${serial}` }),
    workingTimeCycles: ({ mark, serial }) => ({ name: `${mark} cycle ${serial}` }),
    automaticBreakTemplates: ({ mark, serial }) => ({ templateName: `${mark} breaks ${serial}` }),
    automaticBreakTemplateSteps: ({ id, serial }) => ({
      template_id: id('automaticBreakTemplates'),
      after_minutes: serial % 1441,
      break_minutes: 30,
    }),
    userDefinedFieldDefinitions: ({ mark, serial }) => ({
      ...ownField(serial),
      fieldname: `${mark} field ${serial}`,
      column_name: `udf_${mark.toLowerCase().replaceAll(/[^a-z]/g, '')}_${serial}`,
    }),
    userDefinedFieldDefinitionOptions: ({ mark, serial, id }) => ({
      field_id: id('userDefinedFieldDefinitions'),
      field_option_value: `${mark} option ${serial}`,
    }),
    otherPaidLeaveLimitations: ({ id }) => ({ user_id: id('users'), ...limit }),
    employments: ({ id, serial }) => ({
      user_id: id('users'),
      entry_date: dateOf(serial),
      exit_date: dateOf(serial),
    }),
    userEvents: ({ mark, serial, id }) => ({
      user_id: id('users'),
      event_name: `${mark} event ${serial}`,
      meta_text: `${mark} text`,
    }),
  },
  storedSamples: {
    overtimeLedger: ({ mark, id, serial }) => ({
      user_id: id('users'),
      date: dateOf(serial),
      kind: 'cap',
      hours: 3600,
      reason: `${mark} reason`,
    }),
    annualHoursHistory: ({ id, serial }) => ({ user_id: id('users'), valid_from: dateOf(serial) }),
    paidBreaksHistory: ({ id, serial }) => ({ user_id: id('users'), valid_from: dateOf(serial) }),
    usersArchiveHistory: ({ id, serial }) => ({ user_id: id('users'), valid_from: dateOf(serial) }),
    userTemplateHistory: ({ id, serial }) => ({ user_id: id('users'), valid_from: dateOf(serial) }),
    userHistory: ({ mark, id }) => ({
      user_id: id('users'),
      change_type: 'phone',
      new_value: `${mark} phone`,
      field_level: 'own',
    }),
    calculationStates: ({ id, serial }) => ({ user_id: id('users'), dirty_date: dateOf(serial) }),
    features: ({ mark, serial }) => ({ name: `${mark} feature ${serial}` }),
  },
  storedAbout: {
    overtimeLedger: ({ person, number }) => ({
      user_id: person,
      date: dateOf(number),
      kind: 'cap',
      hours: 3600,
    }),
    annualHoursHistory: ({ person, number }) => ({ user_id: person, valid_from: dateOf(number) }),
    paidBreaksHistory: ({ person, number }) => ({ user_id: person, valid_from: dateOf(number) }),
    usersArchiveHistory: ({ person, number }) => ({ user_id: person, valid_from: dateOf(number) }),
    userTemplateHistory: ({ person, number }) => ({
      user_id: person,
      template_id: 1,
      valid_from: dateOf(number),
    }),
    userHistory: ({ person }) => ({ user_id: person, change_type: 'phone', field_level: 'own' }),
    calculationStates: ({ person, number }) => ({ user_id: person, dirty_date: dateOf(number) }),
  },
  harmlessUpdates: {
    hourTypes: { tooltip: 't' },
    workingTimeBalanceRules: { name: 'n' },
    workingTimeCycles: { name: 'n' },
    automaticBreakTemplates: { dryRun: 1 },
    automaticBreakTemplateSteps: { break_minutes: 45 },
    userDefinedFieldDefinitions: { aggregation_type: 'sum' },
    userDefinedFieldDefinitionOptions: { sort_order: 3 },
    otherPaidLeaveLimitations: { cycle_max_days: 7 },
    employments: { initial_balance: 2 },
  },
  makers: {
    hourTypes: ({ number }) => ({ name: `Hours ${number}` }),
    workingTimeBalanceRules: ({ number }) => ({ name: `Rule ${number}` }),
    workingTimeCycles: ({ number }) => ({ name: `Cycle ${number}` }),
    automaticBreakTemplates: ({ number }) => ({ templateName: `Breaks ${number}` }),
    automaticBreakTemplateSteps: async ({ company, number }) => {
      const { id } = await company.machine.create('automaticBreakTemplates', { templateName: `B ${number}` });
      return { template_id: id, after_minutes: 360, break_minutes: 30 };
    },
    userDefinedFieldDefinitions: ({ number }) => ({ ...ownField(number), fieldname: `Field ${number}` }),
    userDefinedFieldDefinitionOptions: async ({ company, number }) => {
      const { id } = await company.machine.create('userDefinedFieldDefinitions', {
        ...ownField(number),
        fieldname: `Choice ${number}`,
      });
      return { field_id: id, field_option_value: 'Red' };
    },
    // A person has one limit for each type.
    otherPaidLeaveLimitations: async ({ company, person, number }) => {
      const type = await company.machine.create('absenceTypes', {
        name_const: `Limited ${number}`,
        abbreviation_const: 'L',
      });
      const { absence_type_id, absence_subtype_id } = type;
      return { user_id: person, ...limit, absence_type_id, absence_subtype_id };
    },
    // A former one: the present one goes on, so that the person stays.
    employments: async ({ company, person, number }) => {
      const { json } = await company.machine.get('employments/read', { user_id: person });
      const present = { entry_date: '2000-01-01', payroll_accounting_starts_at: '2027-12-30' };
      if (json['Results'].length === 0) await company.machine.put(`users/update/${person}`, present);
      return { user_id: person, entry_date: dateOf(number), exit_date: dateOf(number) };
    },
    userEvents: ({ person, number }) => ({ user_id: person, event_name: `Event ${number}` }),
  },
  standing: { features: 1 },
};

const limit = { absence_type_id: 3, absence_subtype_id: 13, cycle_id: 1, cycle_max_days: 5 };
const entities = ['users', 'projects', 'tasks', 'timeTrackings', 'absences'];
/** An entity has only so many: they are shared out. */
const ownField = (number: number) => ({ entity: entities[number % entities.length], fieldtype: 'combo' });
