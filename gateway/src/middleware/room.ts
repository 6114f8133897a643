import { AppError } from '@candor/runtime';
import type { Response } from 'express';

/**
 * Room for so many requests at once. Beyond it a request is refused at once with 503: whoever waits in a queue that only
 * grows is answered too late, and takes the memory of those who could be served.
 */
export class Room {
  private taken = 0;

  constructor(
    private readonly places: number,
    private readonly code: string,
    private readonly message: string,
  ) {}

  /** Takes a place until the response is over; throws when none is free. */
  enter(response: Response): void {
    if (this.taken >= this.places) throw new AppError('unavailable', this.code, this.message);
    this.taken++;
    response.once('close', () => this.taken--);
  }
}

/** For all calls of the API together. */
export const roomForCalls = (places: number): Room =>
  new Room(places, 'overloaded', 'There are too many calls at once. Try again shortly.');

/** For requests that send a file: each holds a connection to a service as long as its client takes to send. */
export const roomForUploads = (places: number): Room =>
  new Room(places, 'too_many_uploads', 'There are too many uploads at once. Try again shortly.');
