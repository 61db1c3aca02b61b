import { create } from 'zustand'

/** The document of the deal that the viewer shows, if any. */
export const useViewer = create<{ document_id: string | null }>(() => ({ document_id: null }))

export function openViewer(document_id: string): void {
  useViewer.setState({ document_id })
}

export function closeViewer(): void {
  useViewer.setState({ document_id: null })
}
