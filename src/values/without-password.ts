// Addresses of databases as they may be shown.

/** The address without the password that may stand in it: of several `@` the last one ends it, as drivers read it. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^?]*@/, '//***@').replace(/([?&]password=)[^&]*/gi, '$1***');
}
