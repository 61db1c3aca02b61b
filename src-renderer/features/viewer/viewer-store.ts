import { create } from 'zustand'

/** The id of the document that the viewer shows, or null if the viewer is closed. */
export const useViewer = create<{ document_id: string | null }>(() => ({ document_id: null }))

export function openViewer(document_id: string): void {
  useViewer.setState({ document_id })
}

export function closeViewer(): void {
  useViewer.setState({ document_id: null })
}
