import { z } from 'zod';
import { microseconds, orNull } from '../schemas.js';

export const signInProvider = z
  .object({
    issuer: z.string().meta({ description: 'The provider’s name for itself', example: 'https://login.example.com' }),
    client_id: z.string().meta({ description: 'What the provider knows this server by', example: 'candor' }),
    name: z.string().meta({ description: 'On the button: Sign in with …', example: 'Example SSO' }),
    scopes: z.array(z.string()).meta({
      description: 'What the provider is asked for',
      example: ['openid', 'email', 'profile'],
    }),
    of_installation: z.boolean().meta({
      description: 'Set by the operator for all organizations; an own one takes its place',
      example: false,
    }),
    updated_at: orNull(microseconds).meta({ description: 'Microseconds since the Unix epoch; null: by the operator' }),
  })
  .meta({
    id: 'SignInProvider',
    description: 'The OpenID provider by which people sign in; its secret is never shown',
  });
export type SignInProvider = z.infer<typeof signInProvider>;

export const signInProviderTest = z
  .object({
    issuer: z.string().meta({ description: 'What the provider calls itself', example: 'https://login.example.com' }),
    authorization_endpoint: z.string().meta({
      description: 'Where people would be sent to',
      example: 'https://login.example.com/authorize',
    }),
  })
  .meta({ id: 'SignInProviderTest', description: 'The provider answers as it should' });
export type SignInProviderTest = z.infer<typeof signInProviderTest>;
