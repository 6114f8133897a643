import { z } from 'zod';
import { baseConfig, port, wholeNumber } from './config.js';

/** The variables of every service's process; `internalPort` is the default of its own, so that all can share a machine. */
export const serviceConfig = (internalPort: number) =>
  baseConfig.extend({
    /** The database server; each service has a database of its own on it. */
    MONGODB_URL: z.string({ error: 'must be set for a process of its own' }),
    /** Secret that the services and the gateway share; also as CANDOR_SERVICE_TOKEN_FILE. */
    CANDOR_SERVICE_TOKEN: z
      .string({ error: 'must be set for a process of its own' })
      .min(16, 'must have at least 16 characters'),
    /** TCP port of /healthz, /readyz and /metrics; 0 takes any free one. */
    CANDOR_INTERNAL_PORT: port.default(internalPort),
    /** Address that they listen on. */
    CANDOR_INTERNAL_HOST: z.string().default('127.0.0.1'),
    /** Seconds that a process has to finish what is in hand when it is told to stop. */
    CANDOR_GRACE_SECONDS: wholeNumber(1, 3600).default(20),
    /** Tests only: points at which the process ends as by kill -9 (see failpoints.ts). */
    CANDOR_FAILPOINT: z.string().default(''),
  });

export type ServiceConfig = Readonly<z.output<ReturnType<typeof serviceConfig>>>;

/** For the processes that publish or consume jobs together with others. */
export const brokerConfig = {
  /** amqp://user:password@host:port/vhost of RabbitMQ; also as RABBITMQ_URL_FILE. */
  RABBITMQ_URL: z.url({
    protocol: /^amqps?$/,
    error: 'must be the amqp or amqps URL of a RabbitMQ server, which a process of its own needs',
  }),
};
