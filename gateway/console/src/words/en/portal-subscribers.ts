/** Words of `trust-portal/`: who is subscribed. */
export const consent = {
  title: 'Consent',
  pending: 'Ask by email',
  pendingHelp: 'each person gets an email with a link and receives updates once they follow it',
  confirmed: 'They have already agreed',
  confirmedHelp: 'I confirm that each of them has asked for these emails',
} as const;

export const subscriber = {
  status: {
    confirmed: 'Subscribed',
    pending: 'Not confirmed yet',
    unsubscribed: 'Unsubscribed',
    bounced: 'Bounced',
  },
  source: { admin: 'Added in the console', import: 'Imported', portal: 'Subscribed on the portal' },
  all: 'All subscribers',
  count_one: '{{count, number}} subscriber, newest first',
  count_other: '{{count, number}} subscribers, newest first',
  import: 'Import',
  add: 'Add',
  addTitle: 'Add a subscriber',
  added: 'Added.',
  addedPending: 'Added. An email asks for confirmation.',
  listed: 'This address is already listed and stays as it is.',
  everyCategory: 'All categories, including new ones',
  noCategory: 'Without a category, this subscriber receives no updates.',
  receives: 'Receives',
  everything: 'All updates',
  nothing: 'No updates',
  deletedCategory: 'A deleted category',
  since: 'Since',
  search: 'Search subscribers',
  searchHelp: 'Part of the email address',
  noMatch: 'No subscribers match',
  noMatchHelp: 'Try another part of the address, or another status.',
  none: 'No subscribers yet',
  noneHelp:
    'People subscribe on the public page of your portal. Add an address, or import the addresses of customers who asked to hear from you.',
  unsubscribe: 'Unsubscribe',
  erase: 'Erase',
  unsubscribeTitle: 'Unsubscribe this address?',
  eraseTitle: 'Erase this address?',
  unsubscribed: '{{email}} is unsubscribed.',
  erased: '{{email}} is erased.',
  unsubscribeHelp:
    '<strong>{{email}}</strong> receives no more emails, and no import adds the address again. Only the person can subscribe again.',
  eraseHelp:
    '<strong>{{email}}</strong> is removed from the list and from the record of every email. Nothing remains to recognize the address by, so an import could add it again. To keep it out, unsubscribe it instead.',
  eraseAgree: 'Erase it. This cannot be undone.',
} as const;

export const subscriberImport = {
  title: 'Import subscribers',
  help: 'A CSV file with a column of email addresses. The column <strong>categories</strong> may list categories, separated by “;”; blank means all. Columns of status and opt-out are read: anyone who unsubscribed or bounced keeps that status and receives no emails. Nobody who has unsubscribed is added again.',
  file: 'CSV file',
  working: 'Adding the addresses …',
  added: 'Added',
  listed: 'Already listed',
  refused: 'Not added',
  refusedRows: 'Rows that were not added',
  column: 'The addresses were read from <strong>{{column}}</strong>.',
  columnNot: 'The addresses were read from <strong>{{column}}</strong>, not from {{others}}.',
  rejection: {
    invalid_email: 'This is not an email address.',
    unsubscribed: 'This address has unsubscribed. Only the person can subscribe again.',
    unknown_category: 'It names a category that does not exist.',
    unknown_status: 'Its status is unknown. Write subscribed, pending, unsubscribed or bounced.',
    malformed_row: 'This row cannot be read.',
  },
} as const;
