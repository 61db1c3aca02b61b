export type * from './event-schema.ts'

/**
 * Strength of a signature. `body`: a claim binds the signed token to these exact bytes. `hint`: the token is genuine but does
 * not cover the body, because the claims are "not shown" (spec section 5).
 */
export const VERIFICATIONS = ['body', 'hint'] as const
export type Verification = (typeof VERIFICATIONS)[number]
