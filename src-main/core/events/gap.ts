import type { Message } from '../../../src-shared/messages/message.ts'
import { z } from 'zod'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Vault } from '../ports/vault.ts'

/** Settings: a gap until every open deal was polled, and the note about it until the broker dismisses it. */
export const GAP = 'bridge_gap'
export const NOTE = 'bridge_note'

const gapSchema = z.object({ at: z.string() })

export async function readGap(vault: Vault): Promise<Result<{ at: string } | null>> {
  const kept = await vault.getSetting(GAP)
  if (!kept.ok || kept.value === null) return kept.ok ? ok(null) : kept
  return ok(gapSchema.parse(JSON.parse(kept.value)))
}

export function gapMessage(couldAsk: boolean, news: number): Message {
  const away = msg.history.away
  if (!couldAsk) return msg.history.cannotAsk(away)
  return msg.history.askedAll(away, news)
}
