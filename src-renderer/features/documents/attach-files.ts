import { navigate } from '../../navigation/route.ts'
import { useAttaching } from './attach-store.ts'

/** Attaches files that were picked, dropped or pasted, whatever part of the deal is in sight, and shows what comes of it. */
export function attachFiles(deal_id: string, files: readonly File[]): void {
  if (files.length === 0) return
  navigate({ screen: 'deal', deal_id, part: 'documents' })
  void useAttaching.getState().attach(deal_id, files)
}
