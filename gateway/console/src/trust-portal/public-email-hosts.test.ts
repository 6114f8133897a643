import { expect, it } from '@jest/globals';
import { publicHostsAmong } from './public-email-hosts.js';

it('finds the domains at which anybody can have an address, and no company’s', () => {
  expect(publicHostsAmong(['Gmail.com', 'customer.example', 'gmx.de', 'gmail.com', 'mail.customer.example'])).toEqual([
    'gmail.com',
    'gmx.de',
  ]);
});
