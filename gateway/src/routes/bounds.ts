/** Characters (code points) that a text may have; every field has one of these, and OpenAPI tells it. */
export const MOST = {
  /** Of people, groups, organizations, keys. */
  name: 200,
  title: 300,
  company: 300,
  /** Of tags and categories. */
  label: 100,
  labelDescription: 500,
  /** Of an organization. */
  intro: 600,
  /** Of the front page of a trust portal, in markdown. */
  about: 20_000,
  domain: 253,
  subprocessorText: 1000,
  instructions: 20_000,
  sourceType: 100,
  comment: 10_000,
  /** Of a person who asks or sends back: no more than a mail shows. */
  note: 2000,
  question: 10_000,
  asked: 20_000,
  answer: 50_000,
  markdown: 100_000,
  email: 254,
  url: 2000,
  /** Of a UUID in any notation that clients send, or of another system's identifier. */
  id: 200,
  /** Of a parameter in the query. */
  parameter: 1000,
  /** A BCP 47 tag; the longest that RFC 5646 asks to be taken. */
  language: 35,
  /** Of a question in a web form, and of what stands beside it. */
  formText: 4000,
  formOption: 1000,
  formKey: 200,
  /** What the listing of a conversation says of who asked. */
  person: 2000,
  time: 64,
  timezone: 100,
  fileName: 255,
} as const;

/** How many a list in a body may hold. */
export const MOST_ITEMS = {
  tags: 50,
  assignees: 100,
  categories: 1000,
  members: 10_000,
  questions: 10_000,
  /** Each is a write of its own. */
  finished: 200,
  sentBack: 200,
  approvers: 100,
  /** They are kept with the questionnaire. */
  regenerated: 1000,
  /** Each is read anew, one after the other. */
  backtested: 100,
  formQuestions: 300,
  formOptions: 200,
  domains: 100,
  scopes: 100,
  oidcScopes: 20,
  slackIds: 100,
  groups: 1000,
  events: 100,
  notifications: 1000,
  portalLinks: 20,
  portalSections: 10,
  portalDocuments: 500,
  accessRules: 1000,
} as const;
