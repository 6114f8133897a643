import { GROUP, USER } from './resources.js';

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** What of SCIM this server does (RFC 7643, 5). */
export const serviceProviderConfig = (origin: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${origin}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 1000 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key of an administrator with the scope "Users: write", as a bearer token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}/scim/v2/ServiceProviderConfig` },
});

/** Kinds of resources (RFC 7643, 6). */
export const resourceTypes = (origin: string) =>
  [
    { id: 'User', endpoint: '/Users', description: 'People', schema: USER },
    { id: 'Group', endpoint: '/Groups', description: 'People under one name', schema: GROUP },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/${type.id}` },
  }));

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  subAttributes?: Attribute[];
  referenceTypes?: string[];
  canonicalValues?: string[];
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const USER_ATTRIBUTES = [
  attribute('userName', 'Unique name of the user', { required: true, uniqueness: 'server' }),
  // What every user has is said to be required; where a client does not send it, it is made of the rest.
  attribute('displayName', 'Name that people read', { required: true }),
  attribute('name', 'Parts of the name', {
    type: 'complex',
    subAttributes: [attribute('givenName', 'Given name'), attribute('familyName', 'Family name')],
  }),
  attribute('emails', 'The one address that counts', {
    type: 'complex',
    multiValued: true,
    required: true,
    subAttributes: [
      attribute('value', 'The address', { required: true }),
      attribute('type', 'What it is for: always work', { mutability: 'readOnly' }),
      attribute('primary', 'Always true', { type: 'boolean', mutability: 'readOnly' }),
    ],
  }),
  attribute('active', 'Whether the user may sign in', { type: 'boolean', required: true }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name that people read', { required: true }),
  attribute('members', 'Who is in it', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user', { mutability: 'immutable' }),
      attribute('display', 'Name of the user', { mutability: 'readOnly' }),
      attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
      attribute('$ref', 'Address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
        caseExact: true,
      }),
    ],
  }),
];

/** What resources are made of (RFC 7643, 7). */
export const schemaDefinitions = (origin: string) =>
  [
    { id: USER, name: 'User', description: 'People', attributes: USER_ATTRIBUTES },
    { id: GROUP, name: 'Group', description: 'People under one name', attributes: GROUP_ATTRIBUTES },
  ].map((schema) => ({
    schemas: [SCHEMA],
    ...schema,
    meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${schema.id}` },
  }));
