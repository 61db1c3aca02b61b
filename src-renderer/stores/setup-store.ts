import { create } from 'zustand'

/** The broker looks around before anything is connected; the next start asks again. */
export const useSetup = create<{ skipped: boolean }>(() => ({ skipped: false }))
