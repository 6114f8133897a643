import { MailClaims } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { DELIVERIES, FARTHEST, type DeliveryRow } from './deliveries.js';

/** Deliveries that one replica has in hand; those of an update are told apart by `update_id`. */
export class DeliveryClaims extends MailClaims<DeliveryRow> {
  constructor(db: Db) {
    super(db, DELIVERIES, { farthest: FARTHEST });
  }
}
