import { check as checkInsights } from '@candor/insights';
import { check as checkQuestionnaire } from '@candor/questionnaire';
import { connectMongo, systemClock, type Finding } from '@candor/runtime';
import { check as checkTenant } from '@candor/tenant';
import { check as checkTrustPortal } from '@candor/trust-portal';

/** The checks of the services' data, by the name of their database. */
const CHECKS: Record<string, typeof checkQuestionnaire> = {
  candor_questionnaire: checkQuestionnaire,
  candor_insights: checkInsights,
  candor_trust_portal: checkTrustPortal,
  candor_tenant: checkTenant,
};

export interface ServiceFinding extends Finding {
  database: string;
}

/**
 * What every service's check finds; empty when all is well. `filesDirectory`: where files lie beside an embedded database.
 */
export async function checkServices(url: string, filesDirectory?: string): Promise<ServiceFinding[]> {
  const mongo = await connectMongo(url, 'candor-admin');
  try {
    const findings: ServiceFinding[] = [];
    for (const [database, check] of Object.entries(CHECKS))
      for (const finding of await check(mongo.db(database), systemClock, filesDirectory))
        findings.push({ database, ...finding });
    return findings;
  } finally {
    await mongo.close();
  }
}
