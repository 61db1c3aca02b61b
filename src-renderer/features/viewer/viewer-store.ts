import { create } from 'zustand'

/** Which of the deal's documents is shown, if any. */
export const useViewer = create<{ document_id: string | null }>(() => ({ document_id: null }))

export function openViewer(document_id: string): void {
  useViewer.setState({ document_id })
}

export function closeViewer(): void {
  useViewer.setState({ document_id: null })
}
