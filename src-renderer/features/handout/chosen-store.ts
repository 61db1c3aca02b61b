import { create } from 'zustand'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

export const useChosenDocuments = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export function chooseDocument(document_id: string, isChosen: boolean): void {
  useChosenDocuments.setState(({ ids }) => {
    const next = new Set(ids)
    if (isChosen) next.add(document_id)
    else next.delete(document_id)
    return { ids: next }
  })
}

export function chooseDocuments(documents: readonly DealDocument[]): void {
  useChosenDocuments.setState({ ids: new Set(documents.map(({ document_id }) => document_id)) })
}

export function chosenOf(documents: readonly DealDocument[], ids: ReadonlySet<string>): string[] {
  return documents.flatMap(({ document_id }) => (ids.has(document_id) ? [document_id] : []))
}

/** Returns the ids to hand out with a dragged document: the whole selection if the document is a part of it, otherwise only the document. */
export function draggedWith(document_id: string, documents: readonly DealDocument[]): string[] {
  const chosen = chosenOf(documents, useChosenDocuments.getState().ids)
  return chosen.includes(document_id) ? chosen : [document_id]
}
