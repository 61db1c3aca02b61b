import { create } from 'zustand'

/** A place in the open document to show and highlight: a page, and rectangles in PDF coordinates (four numbers each). */
export interface Mark {
  page: number
  boxes: readonly number[]
}

interface ViewerState {
  /** The id of the document that the viewer shows, or null if the viewer is closed. */
  document_id: string | null
  /** What the viewer lists beside the pages: the values of the document for the form, entries of a bank statement, or values from them. */
  aside: 'values' | 'entries' | 'suggestions' | null
  mark: Mark | null
}

const CLOSED: ViewerState = { document_id: null, aside: null, mark: null }

export const useViewer = create<ViewerState>(() => CLOSED)

export function openViewer(document_id: string, mark: Mark | null = null): void {
  useViewer.setState({ document_id, aside: null, mark })
}

export function openReview(document_id: string): void {
  useViewer.setState({ document_id, aside: 'values', mark: null })
}

export function openEntries(document_id: string, mark: Mark): void {
  useViewer.setState({ document_id, aside: 'entries', mark })
}

export function openSuggestion(document_id: string, mark: Mark): void {
  useViewer.setState({ document_id, aside: 'suggestions', mark })
}

export function showMark(mark: Mark | null): void {
  useViewer.setState({ mark })
}

export function closeViewer(): void {
  useViewer.setState(CLOSED)
}
