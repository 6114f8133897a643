// Loaded before Candor: the process ends by SIGKILL at the failpoint that CANDOR_FAILPOINT names.
import { armKills } from '@candor/runtime';

armKills(process.env.CANDOR_FAILPOINT ?? '');
