import type { SignatureAttack } from './attack.ts'
import { CLAIM_ATTACKS } from './claim-attacks.ts'
import { KEY_ATTACKS } from './key-attacks.ts'
import { TOKEN_ATTACKS } from './token-attacks.ts'

/** All forged signatures. There are separate tests of `verifySignature`, the relay, and the app, and each uses all of them. */
export const SIGNATURE_ATTACKS: SignatureAttack[] = [
  ...TOKEN_ATTACKS,
  ...KEY_ATTACKS,
  ...CLAIM_ATTACKS.map((attack) => ({ ...attack, is_signed: true as const })),
]
