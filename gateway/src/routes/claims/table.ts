import type { Route } from '../route.js';
import { changeClaimFinding } from './change-finding.js';
import { draftClaimLetter } from './letter.js';
import { listClaimFindings } from './list-findings.js';
import { listClaims } from './list.js';

/** What customers were told, and what of it no longer stands. */
export const claimRoutes: readonly Route[] = [listClaims, listClaimFindings, changeClaimFinding, draftClaimLetter];
