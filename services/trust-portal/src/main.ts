import { join } from 'node:path';
import { runProcess } from '@candor/runtime';
import { mailSettings, openMailer } from '@candor/runtime/mail';
import { TenantClient } from './clients/tenant.js';
import { composeTrustPortal } from './compose.js';
import { readConfig } from './config.js';
import { mailOptions } from './mail-options.js';

/** The trust portal service as a process of its own. */
runProcess({
  name: 'trust-portal',
  readConfig,
  database: 'candor_trust_portal',
  rpcAddress: (config) => config.CANDOR_TRUST_PORTAL_ADDRESS,
  async compose({ db, clock, logger, meter, shutdown }, config) {
    const tenant = new TenantClient(config.CANDOR_TENANT_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    shutdown.add('tenant client', () => {
      tenant.close();
      return Promise.resolve();
    });
    const places = { outbox: join(config.CANDOR_DATA_DIR, 'outbox'), publicUrl: config.CANDOR_PUBLIC_URL };
    const mailer = openMailer(mailSettings(config, places), logger);
    shutdown.add('mail server', () => {
      mailer.transport.close();
      return Promise.resolve();
    });
    const mail = mailOptions(mailer, config.CANDOR_SCHEDULE_MAX_LATE_HOURS, (id) => tenant.portalOf(id));
    const pages = { findPortal: tenant.findPortal };
    const service = await composeTrustPortal({ db, clock, logger, meter, mail, publish: tenant.publish, pages });
    const listener = await service.listenForPages?.({
      host: config.CANDOR_PORTAL_HOST,
      port: config.CANDOR_PORTAL_PORT,
      token: config.CANDOR_SERVICE_TOKEN,
    });
    if (listener) shutdown.add('public pages', () => listener.close());
    return service;
  },
});
