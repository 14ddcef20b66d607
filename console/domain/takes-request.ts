// Which refusals a person can answer with a request to those who lead them.

/** The parameter with which a change is asked for instead. */
const parameter = '_request_user_comment';

/**
 * Whether a request is possible in place of what was refused: times of the past, times that are too early in the day, and
 * starts outside of a geofence that takes requests. The server names the parameter where it is, and nowhere else.
 */
export function takesRequest(refusal: { readonly field: string | null; readonly message: string }): boolean {
  return refusal.field === parameter || refusal.message.includes(parameter);
}
