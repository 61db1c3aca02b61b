import { create } from 'zustand'

/** Notes that were begun and not added yet, by deal: they wait while one looks elsewhere. They are never written to disk so. */
export const useNoteDrafts = create<{ texts: Readonly<Record<string, string>> }>()(() => ({ texts: {} }))

export function changeNote(deal_id: string, change: (text: string) => string): void {
  useNoteDrafts.setState(({ texts }) => {
    const { [deal_id]: before = '', ...others } = texts
    const text = change(before)
    return { texts: text === '' ? others : { ...others, [deal_id]: text } }
  })
}

/** Whether a note would be lost with the window. */
export const hasNoteDraft = () =>
  Object.values(useNoteDrafts.getState().texts).some((text) => text.trim() !== '')
