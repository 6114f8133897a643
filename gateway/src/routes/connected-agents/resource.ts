import { z } from 'zod';
import { SCOPES, type Access } from '../../middleware/access.js';
import { id, microseconds, pagination } from '../schemas.js';

export const connectedAgent = z
  .object({
    id,
    name: z
      .string()
      .meta({ description: 'What the program calls itself; nobody has checked it', example: 'Assistant' }),
    redirect_host: z.string().meta({
      description: 'Where people were sent back to when they connected it',
      example: 'assistant.example.com',
    }),
    user_id: id.meta({ description: 'The person for whom it acts' }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: 'What it may do, within the role that the person has' }),
    connected_at: microseconds,
    used_at: microseconds.meta({ description: 'The last call, to the minute; thirty days later it ends' }),
    expires_at: microseconds.meta({ description: 'When it ends at the latest' }),
  })
  .meta({ id: 'ConnectedAgent', description: 'A program that acts for a person over MCP, by OAuth' });
export type ConnectedAgent = z.infer<typeof connectedAgent>;

export const connectedAgentList = z
  .object({ agents: z.array(connectedAgent), pagination })
  .meta({ id: 'ConnectedAgentList', description: 'A page of connected agents' });
export type ConnectedAgentList = z.infer<typeof connectedAgentList>;

/** Every person; of keys, those that may do as much as a person. */
export const ACCESS: Access = { role: 'VIEWER', scope: 'API keys: write' };
