import { afterAll, expect, test } from 'vitest'
import { addChecklistItem, tieDocument } from '../../src-main/core/documents/checklist.ts'
import { viewDeal } from '../../src-main/core/drafts/deal-view.ts'
import { addDeal, addDocument, openDesk, value } from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

test('a line is answered by the document that was chosen last, and the one before answers its own kind again', async () => {
  const desk = await openDesk(cleanup)
  const deal_id = await addDeal(desk)
  const [first, second] = [
    await addDocument(desk, cleanup, deal_id),
    await addDocument(desk, cleanup, deal_id),
  ]
  value(await addChecklistItem(desk.workspace, deal_id, 'Payoff letter'))
  const line = async (label: string) =>
    value(await viewDeal(desk.workspace, deal_id)).checklist.find((item) => item.label === label)
  const item_id = (await line('Payoff letter'))?.item_id ?? ''
  for (const { document_id } of [first, second])
    // oxlint-disable-next-line no-await-in-loop
    value(await tieDocument(desk.workspace, document_id, item_id))
  expect((await line('Payoff letter'))?.document_ids).toEqual([second.document_id])
  expect((await line('Bank statement'))?.document_ids).toEqual([first.document_id])
})
