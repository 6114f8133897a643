import { join } from 'node:path';
import { runProcess } from '@candor/runtime';
import { mailSettings, openMailer } from '@candor/runtime/mail';
import { composeTenant } from './compose.js';
import { oidcOptions, readConfig, webhookOptions } from './config.js';

/** The tenant service as a process of its own. */
runProcess({
  name: 'tenant',
  readConfig,
  database: 'candor_tenant',
  rpcAddress: (config) => config.CANDOR_TENANT_ADDRESS,
  async compose({ db, bus, clock, logger, meter, shutdown }, config) {
    const places = { outbox: join(config.CANDOR_DATA_DIR, 'outbox'), publicUrl: config.CANDOR_PUBLIC_URL };
    const mail = openMailer(mailSettings(config, places), logger);
    shutdown.add('mail server', () => {
      mail.transport.close();
      return Promise.resolve();
    });
    const service = await composeTenant({
      db,
      bus,
      clock,
      logger,
      meter,
      rates: {
        insights: { perMinute: config.CANDOR_INSIGHTS_RATE_PER_MINUTE, burst: config.CANDOR_INSIGHTS_RATE_BURST },
        general: { perMinute: config.CANDOR_RATE_PER_MINUTE, burst: config.CANDOR_RATE_BURST },
      },
      webhooks: webhookOptions(config),
      ...oidcOptions(config, config.CANDOR_SERVICE_TOKEN),
      mail,
      passwordSignIn: config.CANDOR_PASSWORD_SIGN_IN,
      ...(config.CANDOR_BOOTSTRAP_API_KEY === undefined ? {} : { bootstrapKey: config.CANDOR_BOOTSTRAP_API_KEY }),
    });
    const { key, firstAdminCode } = await service.bootstrap();
    if (key !== undefined) process.stdout.write(`Admin key of the default organization, shown once: ${key}\n`);
    if (firstAdminCode !== undefined) {
      const page = `${config.CANDOR_PUBLIC_URL.replace(/(?<!\/)\/+$/, '')}/console`;
      process.stdout.write(
        `Become the first administrator, once, within a day: ${page}#first-admin=${firstAdminCode}\n`,
      );
    }
    return service;
  },
});
