import type { SignatureAttack } from './attack.ts'
import { CLAIM_ATTACKS } from './claim-attacks.ts'
import { KEY_ATTACKS } from './key-attacks.ts'
import { TOKEN_ATTACKS } from './token-attacks.ts'

/** All attacks. `verifySignature`, the relay, and the app are each tested against them. */
export const SIGNATURE_ATTACKS: SignatureAttack[] = [
  ...TOKEN_ATTACKS,
  ...KEY_ATTACKS,
  ...CLAIM_ATTACKS.map((attack) => ({ ...attack, is_signed: true as const })),
]
