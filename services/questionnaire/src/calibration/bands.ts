import { steadyOf, type Clock } from '@candor/runtime';
import { SHIPPED_BANDS } from '../answering/deciding/confidence.js';
import type { Bands } from '../answering/types.js';
import type { CalibrationStore } from '../store/calibrations.js';

/** So long a process goes by what it has read, milliseconds; the one that changes it knows at once. */
const KEPT_MS = 5_000;
/** Organizations that are remembered; then all are read anew. */
const MOST_KEPT = 10_000;

/** From which scores an organization's answers are HIGH and MEDIUM, without a read for every question. */
export class OrganizationBands {
  private readonly kept = new Map<string, { bands: Bands; until: number }>();

  constructor(
    private readonly calibrations: Pick<CalibrationStore, 'get'>,
    private readonly clock: Clock,
  ) {}

  /** As they are now: for a run, which keeps them to its end. */
  async read(organizationId: string): Promise<Bands> {
    const bands = (await this.calibrations.get(organizationId))?.bands ?? SHIPPED_BANDS;
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(organizationId, { bands, until: steadyOf(this.clock).now() + KEPT_MS });
    return bands;
  }

  /** As they are, or were a moment ago. */
  async of(organizationId: string): Promise<Bands> {
    const kept = this.kept.get(organizationId);
    return kept && steadyOf(this.clock).now() < kept.until ? kept.bands : this.read(organizationId);
  }

  /** They have changed, or the organization is erased. */
  forget(organizationId: string): void {
    this.kept.delete(organizationId);
  }
}
