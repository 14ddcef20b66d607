// Addresses of databases as they may be shown.

/** The address without the password that may stand in it. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//***@').replace(/([?&]password=)[^&]*/gi, '$1***');
}
