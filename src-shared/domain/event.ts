export type * from './event-schema.ts'

/**
 * How much a signature proves: `body` when a claim binds the signed token to these very bytes, `hint` when the token is
 * genuine but nothing in it speaks of the body (the claims are "not shown", spec section 5).
 */
export const VERIFICATIONS = ['body', 'hint'] as const
export type Verification = (typeof VERIFICATIONS)[number]
