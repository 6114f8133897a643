import type { AgentConnection } from '../store/agent-connections.js';

const SECOND = 1e6;
const DAY = 86_400 * SECOND;
/** How long a code can be exchanged, and an access token works, microseconds. */
export const CODE_LIVES = 120 * SECOND;
export const ACCESS_LIVES = 900 * SECOND;
/**
 * How long what was replaced goes on working, microseconds: access tokens for calls that are under way, refresh tokens and codes
 * for programs that refresh twice side by side, or never got the reply.
 */
export const REPLACED_LIVES = 60 * SECOND;
/** Without a call for so long a connection is over, and after so long in any case, microseconds. */
export const AGENT_IDLE = 30 * DAY;
export const AGENT_LONGEST = 90 * DAY;
/** How often it is written that an agent is there, microseconds. */
export const SEEN_EVERY = 60 * SECOND;
/** How far a clock may go back without ending what it began, microseconds. */
const CLOCK_SLACK = 300 * SECOND;

/** When the connection ends at the latest, microseconds. */
export const endOf = ({ createdAt }: AgentConnection): number => createdAt + AGENT_LONGEST;

/** Whether it began within `length`, also by a clock that was set back a little since. */
export const isRecent = (at: number, now: number, length: number): boolean =>
  at <= now + CLOCK_SLACK && now < at + length;

export const isInTime = ({ createdAt, usedAt }: AgentConnection, now: number): boolean =>
  isRecent(createdAt, now, AGENT_LONGEST) && isRecent(usedAt, now, AGENT_IDLE);
