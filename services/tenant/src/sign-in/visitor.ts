/** Where a person signs in from. */
export interface Visitor {
  userAgent: string;
  /** One IPv4 address, or one /64 of IPv6. */
  network: string;
  /** The cookie that the browser brought along; '': none. */
  broughtToken: string;
}
