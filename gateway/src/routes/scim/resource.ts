import { lengthOf } from '@candor/runtime';
import { z } from 'zod';
import type { Access } from '../../middleware/access.js';

/** Who keeps people in step: an identity provider with a key of its own. */
export const SCIM: Access = { role: 'ADMIN', scope: 'Users: write' };
export const TAG = 'SCIM';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const BASE = 'https://candor.example.com/scim/v2';
const MOST_TEXT = 2000;
/** Characters of what is kept of a user or group: of its names, and of an address or a user name. */
const MOST_NAME = 200;
const MOST_ADDRESS = 254;
/** Characters of the name of a schema, and schemas of one resource. */
const MOST_URN = 300;
const MOST_SCHEMAS = 50;

const text = (description: string, example: string) => z.string().meta({ description, example });
/** At most so many characters, counted as people and schemas count them. */
const bounded = (most: number, description: string, example: string) =>
  z
    .string('must be a text')
    .refine((given) => lengthOf(given) <= most, `must have at most ${most.toLocaleString('en')} characters`)
    .meta({ description, example, maxLength: most });
const time = (description: string) => z.iso.datetime().meta({ description, example: '2027-01-01T00:00:00.000Z' });
const schemas = (urn: string) =>
  z
    .array(z.string().max(MOST_URN, `must have at most ${MOST_URN} characters`))
    .max(MOST_SCHEMAS, `must have at most ${MOST_SCHEMAS} entries`)
    .meta({ description: 'Names of the schemas', example: [urn] });
const userSchemas = schemas('urn:ietf:params:scim:schemas:core:2.0:User');
const groupSchemas = schemas('urn:ietf:params:scim:schemas:core:2.0:Group');

const meta = <Type extends string>(type: Type, path: string) =>
  z
    .object({
      resourceType: z.literal(type).meta({ description: 'Kind of the resource' }),
      created: time('When it was made'),
      lastModified: time('When it was changed last'),
      location: text('Address of the resource', `${BASE}${path}`),
    })
    .meta({ description: 'About the resource' });

export const scimUser = z
  .object({
    schemas: userSchemas,
    id: z.uuid().meta({ description: 'Id of the user', example: ID }),
    externalId: text('What the identity provider calls the user', '00u1a2b3c4').optional(),
    userName: text('Unique name of the user', 'ada@example.com').optional(),
    displayName: text('Name that people read', 'Ada Byron').optional(),
    name: z
      .object({
        givenName: text('Given name', 'Ada').optional(),
        familyName: text('Family name', 'Byron').optional(),
      })
      .optional()
      .meta({ description: 'Parts of the name' }),
    emails: z
      .array(
        z.object({
          value: text('The address', 'ada@example.com'),
          type: text('What it is for', 'work'),
          primary: z.boolean().meta({ description: 'The one that counts', example: true }),
        }),
      )
      .optional()
      .meta({ description: 'The one address that counts' }),
    active: z.boolean().optional().meta({ description: 'Whether the user may sign in', example: true }),
    meta: meta('User', `/Users/${ID}`),
  })
  .meta({ id: 'ScimUser', description: 'A user (RFC 7643)' });

export const scimGroup = z
  .object({
    schemas: groupSchemas,
    id: z.uuid().meta({ description: 'Id of the group', example: ID }),
    externalId: text('What the identity provider calls the group', '00g1a2b3c4').optional(),
    displayName: text('Name that people read', 'Security team').optional(),
    members: z
      .array(
        z.object({
          value: z.uuid().meta({ description: 'Id of the user', example: ID }),
          display: text('Name of the user', 'Ada Byron'),
          type: z.literal('User').meta({ description: 'Kind of the member' }),
          $ref: text('Address of the user', `${BASE}/Users/${ID}`),
        }),
      )
      .optional()
      .meta({ description: 'Who is in it' }),
    meta: meta('Group', `/Groups/${ID}`),
  })
  .meta({ id: 'ScimGroup', description: 'A group (RFC 7643)' });

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    schemas: schemas('urn:ietf:params:scim:api:messages:2.0:ListResponse'),
    totalResults: z.int().meta({ description: 'How many there are in all', example: 1 }),
    itemsPerPage: z.int().meta({ description: 'How many are in this answer', example: 1 }),
    startIndex: z.int().meta({ description: 'Which one is the first here, counted from 1', example: 1 }),
    Resources: z.array(item).meta({ description: 'The resources' }),
  });

export const scimUserList = listOf(scimUser).meta({ id: 'ScimUserList', description: 'A page of users' });
export const scimGroupList = listOf(scimGroup).meta({ id: 'ScimGroupList', description: 'A page of groups' });

const MOST_EMAILS = 100;
const MOST_MEMBERS = 10_000;
const MOST_OPERATIONS = 1000;
const MOST_PATH = 500;
/** "True" and "False" are Entra ID's. */
const TRUTH = /^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$/;
const OP = '^(?:[Aa][Dd][Dd]|[Rr][Ee][Pp][Ll][Aa][Cc][Ee]|[Rr][Ee][Mm][Oo][Vv][Ee])$';

const listed = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item, 'must be a list').max(most, `must have at most ${most.toLocaleString('en')} entries`);
/** An entry of a list with a `value`, or the value alone: so some providers send it. */
const valued = <Value extends z.ZodType>(value: Value, error: string) =>
  z.union([value, z.looseObject({ value: value.nullish() }, error)], { error });

const email = valued(
  bounded(MOST_ADDRESS, 'The address', 'ada@example.com'),
  'must be an address, or an object with one as its value',
);
/** Of a user, as a text: no other member is known. */
const member = z.union(
  [
    bounded(MOST_TEXT, 'Id of the user', ID),
    z
      .looseObject({ value: bounded(MOST_TEXT, 'Id of the user', ID).optional() })
      .meta({ description: 'A user', required: ['value'] }),
  ],
  { error: 'must be an id of a user, or an object with one as its value' },
);

/** Other attributes are passed over, and names of attributes may be in any case. */
export const scimUserInput = z
  .looseObject({
    schemas: userSchemas.optional(),
    userName: bounded(MOST_ADDRESS, 'Unique name of the user', 'ada@example.com').optional().meta({ minLength: 1 }),
    externalId: bounded(MOST_NAME, 'What the identity provider calls the user', '00u1a2b3c4').nullish(),
    displayName: bounded(MOST_NAME, 'Name that people read', 'Ada Byron').nullish(),
    name: z
      .looseObject(
        {
          givenName: bounded(MOST_NAME, 'Given name', 'Ada').nullish(),
          familyName: bounded(MOST_NAME, 'Family name', 'Byron').nullish(),
          formatted: bounded(MOST_NAME, 'The whole name', 'Ada Byron').nullish(),
        },
        'must be an object',
      )
      .nullish()
      .meta({
        description: 'givenName, familyName, formatted',
        example: { givenName: 'Ada', familyName: 'Byron' },
      }),
    emails: listed(email, MOST_EMAILS)
      .nullish()
      .meta({
        description: 'Of several, the primary one counts',
        example: [{ value: 'ada@example.com', primary: true }],
      }),
    active: z
      .union([z.boolean(), z.string().max(5).regex(TRUTH)], { error: 'must be true or false' })
      .nullish()
      .meta({ description: 'false: may not sign in', example: true }),
  })
  .meta({ id: 'ScimUserInput', description: 'A user as an identity provider sends it', required: ['userName'] });

export const scimGroupInput = z
  .looseObject({
    schemas: groupSchemas.optional(),
    displayName: bounded(MOST_NAME, 'Name that people read', 'Security team').optional().meta({ minLength: 1 }),
    externalId: bounded(MOST_TEXT, 'What the identity provider calls the group', '00g1a2b3c4').nullish(),
    members: listed(member, MOST_MEMBERS)
      .nullish()
      .meta({ description: 'Ids of users, each as `value`', example: [{ value: ID }] }),
  })
  .meta({ id: 'ScimGroupInput', description: 'A group as an identity provider sends it', required: ['displayName'] });

export const scimPatch = z
  .looseObject({
    schemas: schemas('urn:ietf:params:scim:api:messages:2.0:PatchOp').optional(),
    Operations: listed(z.unknown(), MOST_OPERATIONS)
      .min(1, 'must have at least 1 entry')
      .meta({
        description: 'add, replace or remove, each with a path or with an object of attributes as its value',
        example: [{ op: 'replace', path: 'active', value: false }],
        items: {
          type: 'object',
          required: ['op'],
          properties: {
            op: {
              type: 'string',
              pattern: OP,
              maxLength: 7,
              description: 'add, replace or remove',
              example: 'replace',
            },
            path: {
              type: ['string', 'null'],
              maxLength: MOST_PATH,
              description: 'The attribute; absent: the value is an object of attributes',
              example: 'active',
            },
            value: {
              description: 'Of the attribute, as its type is; absent for most of what is removed',
              example: false,
            },
          },
        },
      }),
  })
  .meta({ id: 'ScimPatch', description: 'Changes of a resource (RFC 7644, 3.5.2)' });

/** The answer to a deletion has no body. */
export const nothing = z.undefined();
