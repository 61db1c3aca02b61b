import { create } from 'zustand'

/** A place in the open document to show and highlight: a page, and rectangles in PDF coordinates (four numbers each). */
export interface Mark {
  page: number
  boxes: readonly number[]
}

interface ViewerState {
  /** The id of the document that the viewer shows, or null if the viewer is closed. */
  document_id: string | null
  /** True if the viewer also lists the values that the app found in the document. */
  isReview: boolean
  mark: Mark | null
}

export const useViewer = create<ViewerState>(() => ({ document_id: null, isReview: false, mark: null }))

export function openViewer(document_id: string): void {
  useViewer.setState({ document_id, isReview: false, mark: null })
}

/** Opens a document with the values that the app finds in it. */
export function openReview(document_id: string): void {
  useViewer.setState({ document_id, isReview: true, mark: null })
}

/** Shows and highlights a place in the open document. */
export function showMark(mark: Mark | null): void {
  useViewer.setState({ mark })
}

export function closeViewer(): void {
  useViewer.setState({ document_id: null, isReview: false, mark: null })
}
