import { create } from 'zustand'
import type { KnownMerchant } from '../../../src-shared/features/merchants/merchants.ts'
import { openProposals, type Proposal, type Proposals } from '../../../src-shared/features/prefill/prefill.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { run } from '../../platform/ui/command.tsx'

interface PrefillState {
  found: Readonly<Record<string, Proposals | AppError>>
  merchant: { deal_id: string; known: KnownMerchant } | null
}

export const usePrefill = create<PrefillState>(() => ({ found: {}, merchant: null }))

export function proposalsOf({ found }: PrefillState, document_id: string): Proposals | null {
  const read = found[document_id]
  return read !== undefined && 'proposals' in read ? read : null
}

export async function readValues(document_id: string): Promise<void> {
  const read = await call('prefill.read', { document_id })
  usePrefill.setState(({ found }) => ({
    found: { ...found, [document_id]: read.ok ? read.value : read.error },
  }))
}

export async function acceptValues(
  deal_id: string,
  document_id: string,
  chosen: readonly Proposal[],
): Promise<number> {
  const { flush, reload } = useDeal.getState()
  if (chosen.length === 0 || !(await flush())) return 0
  const done = await run(
    call('prefill.accept', {
      deal_id,
      window_id: WINDOW_ID,
      document_id,
      proposal_ids: chosen.map(({ proposal_id }) => proposal_id),
      replaces: chosen.every(({ state }) => state === 'replaces'),
    }),
    outdatedText,
  )
  await Promise.all([reload(), readValues(document_id)])
  // After the broker accepted everything, the deal stops offering the values. Otherwise, it would offer a value again that the broker
  // corrects in the form.
  const left = proposalsOf(usePrefill.getState(), document_id)
  if (done !== null && left !== null && openProposals(left.proposals).length === 0)
    await call('prefill.dismiss', { document_id })
  return done?.accepted ?? 0
}

/** Says how many values were left out because something changed meanwhile. */
export const outdatedText = ({ outdated }: { outdated: number }) =>
  outdated > 0 ? messages().prefill.outdated(outdated) : null

export async function undoValues(document_id: string): Promise<void> {
  await run(useDeal.getState().step('undo'))
  await readValues(document_id)
}

export async function lookForMerchant(deal_id: string): Promise<void> {
  const read = await call('merchants.view', { deal_id })
  if (read.ok) usePrefill.setState({ merchant: { deal_id, known: read.value } })
}

/** Copies chosen sections of an earlier deal into empty fields of a deal. Returns true if they were copied. */
export async function reuseSections(
  deal_id: string,
  from_deal_id: string,
  sections: readonly string[],
): Promise<boolean> {
  const { flush, reload } = useDeal.getState()
  if (sections.length === 0 || !(await flush())) return false
  const work = call('merchants.copy_values', {
    deal_id,
    window_id: WINDOW_ID,
    from_deal_id,
    sections: [...sections],
  })
  const done = await run(work, ({ filled }) => messages().merchants.filled(filled))
  await Promise.all([reload(), lookForMerchant(deal_id)])
  return done !== null
}
