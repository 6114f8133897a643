import { join } from 'node:path';
import { runProcess } from '@candor/runtime';
import { mailSettings, openMailer } from '@candor/runtime/mail';
import { ConversationsClient } from './clients/conversations.js';
import { KnowledgeClient } from './clients/knowledge.js';
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
  async compose({ db, bus, clock, logger, meter, shutdown }, config) {
    const tenant = new TenantClient(config.CANDOR_TENANT_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    const knowledge = new KnowledgeClient(config.CANDOR_QUESTIONNAIRE_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    const conversations = new ConversationsClient(config.CANDOR_INSIGHTS_ADDRESS, config.CANDOR_SERVICE_TOKEN);
    shutdown.add('clients', () => {
      tenant.close();
      knowledge.close();
      conversations.close();
      return Promise.resolve();
    });
    const places = {
      outbox: join(config.CANDOR_DATA_DIR, 'outbox'),
      publicUrl: config.CANDOR_PUBLIC_URL ?? 'http://localhost:8080',
    };
    const mailer = openMailer(mailSettings(config, places), logger);
    shutdown.add('mail server', () => {
      mailer.transport.close();
      return Promise.resolve();
    });
    const mail = mailOptions(mailer, config.CANDOR_SCHEDULE_MAX_LATE_HOURS, (id) => tenant.portalOf(id));
    const pages = { findPortal: tenant.findPortal };
    const neighbours = { knowledge, conversations };
    const domains = {
      configured: config.CANDOR_PORTAL_DOMAINS,
      count: config.CANDOR_PUBLIC_URL !== undefined,
      nameServers: config.CANDOR_DNS_SERVERS,
    };
    const parts = { db, bus, clock, logger, meter, mail, publish: tenant.publish, pages, neighbours, domains };
    const service = await composeTrustPortal(parts);
    const listener = await service.listenForPages?.({
      host: config.CANDOR_PORTAL_HOST,
      port: config.CANDOR_PORTAL_PORT,
      token: config.CANDOR_SERVICE_TOKEN,
    });
    if (listener) shutdown.add('public pages', () => listener.close());
    return service;
  },
});
