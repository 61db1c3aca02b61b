import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { create } from 'zustand'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on, registerFiles } from '../../platform/api/funding-desk.ts'
import { notifications } from '@mantine/notifications'
import { navigate } from '../../platform/navigation/route.ts'

/** A file that is being attached. The app removes the entry when the document was created from the file. */
export interface Attaching {
  file_id: string
  deal_id: string
  name: string
  /**
   * `refused`: the app did not accept the file, and shows the error until the broker closes it. `twin`: the file was attached, but other
   * deals contain the same file.
   */
  state: 'waiting' | 'reading' | 'refused' | 'twin'
  progress: { done: number; total: number } | null
  error: AppError | null
  also_in: Message[]
  /** The file itself, so that it can be attached again after an error. Null if the page has no access to it. */
  file: File | null
}

interface AttachState {
  files: Attaching[]
  /** The number of files in the broker's last drop, selection, or paste. Screen readers announce this number. */
  taken: number
  /** Ids of the documents that were made from the photos that the broker attached together, by deal. */
  photos: Readonly<Record<string, readonly string[]>>
  attach(deal_id: string, files: readonly File[]): Promise<void>
  /** Removes a file from the queue, or stops copying it and deletes the partial copy. */
  cancel(file_id: string): void
  dismiss(file_id: string): void
  /** Attaches a refused file again, for example after the broker has closed it in another program. */
  retry(file_id: string): Promise<void>
  /** Attaches a locked file with its password. Then tries the password on the other locked files of the deal, too. */
  unlock(file_id: string, password: string): Promise<void>
  keepSeparate(deal_id: string): void
}

const AT_ONCE = 100

/** Attaches files to deals one after another, and continues when the broker leaves the screen. */
export const useAttaching = create<AttachState>()((set, get) => {
  let isRunning = false
  /** Passwords of files that wait. They are not part of the state, so that nothing else can show them. */
  const passwords = new Map<string, string>()
  const change = (file_id: string, changes: Partial<Attaching>) =>
    set(({ files }) => ({
      files: files.map((one) => (one.file_id === file_id ? { ...one, ...changes } : one)),
    }))
  const drop = (file_id: string) =>
    set(({ files }) => ({ files: files.filter((one) => one.file_id !== file_id) }))

  async function attachOne({ file_id, deal_id }: Attaching): Promise<void> {
    change(file_id, { state: 'reading' })
    const password = passwords.get(file_id)
    passwords.delete(file_id)
    const done = await call('documents.attach', { deal_id, files: [{ file_id, password }] })
    const [outcome] = done.ok ? done.value : []
    if (!done.ok) change(file_id, { state: 'refused', error: done.error })
    else if (outcome === undefined) drop(file_id)
    else if (!outcome.attached && outcome.error.code === 'ATTACHING_CANCELLED') drop(file_id)
    else if (!outcome.attached) change(file_id, { state: 'refused', error: outcome.error })
    else {
      const { also_in, document } = outcome
      if (document.originals?.some(({ type }) => type !== 'pdf') === true)
        set(({ photos }) => ({
          photos: { ...photos, [deal_id]: [...(photos[deal_id] ?? []), document.document_id] },
        }))
      if (also_in.length > 0) change(file_id, { state: 'twin', also_in })
      else drop(file_id)
    }
  }
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (;;) {
      const next = get().files.find(({ state }) => state === 'waiting')
      if (next === undefined) break
      await attachOne(next)
    }
    isRunning = false
  }
  /** Attaches a refused file again. Returns its entry afterward, or undefined if it was attached. */
  async function again(file_id: string, password?: string): Promise<Attaching | undefined> {
    const refused = get().files.find((one) => one.file_id === file_id)
    const file = refused?.file ?? null
    if (file === null) return refused
    const registered = await registerFiles([file])
    const [next] = registered.ok ? registered.value : []
    if (!registered.ok) change(file_id, { error: registered.error })
    if (next === undefined) return refused
    const release = holdWindow(() => refusedIds(get().files))
    if (password !== undefined) passwords.set(next.file_id, password)
    change(file_id, { file_id: next.file_id, state: 'waiting', error: null, progress: null })
    await run()
    release()
    return get().files.find((one) => one.file_id === next.file_id && one.state !== 'twin')
  }

  return {
    files: [],
    taken: 0,
    photos: {},
    async attach(deal_id, files) {
      if (files.length === 0) return
      const release = holdWindow(() => refusedIds(get().files))
      // Files that the deal has, and a refused file that the broker attaches again, need no note any more.
      const names = new Set(files.map(({ name }) => name))
      const stays = (one: Attaching) =>
        isUnderWay(one) || (one.state === 'refused' && !isKnown(one) && !names.has(one.name))
      set((state) => ({
        taken: files.length,
        photos: { ...state.photos, [deal_id]: [] },
        files: state.files.filter((one) => one.deal_id !== deal_id || stays(one)),
      }))
      for (let at = 0; at < files.length; at += AT_ONCE) {
        const part = files.slice(at, at + AT_ONCE)
        const registered = await registerFiles(part)
        const blank = { deal_id, progress: null, error: null, also_in: [], file: null }
        const added: Attaching[] = registered.ok
          ? registered.value.map((one, place) => ({
              ...one,
              ...blank,
              file: part[place] ?? null,
              state: 'waiting',
            }))
          : [
              {
                ...blank,
                file_id: crypto.randomUUID(),
                name: messages().documents.theFiles,
                state: 'refused',
                error: registered.error,
              },
            ]
        set((state) => ({ files: [...state.files, ...added] }))
      }
      await run()
      release()
    },
    cancel(file_id) {
      const { files } = get()
      if (files.find((one) => one.file_id === file_id)?.state === 'waiting') drop(file_id)
      else void call('documents.cancel_attach', { file_id })
    },
    dismiss: drop,
    async retry(file_id) {
      await again(file_id)
    },
    async unlock(file_id, password) {
      const deal_id = get().files.find((one) => one.file_id === file_id)?.deal_id
      if ((await again(file_id, password)) !== undefined) return
      const isLocked = (one: Attaching) => one.deal_id === deal_id && one.error?.code === 'FILE_ENCRYPTED'
      for (const { file_id: other, error } of get().files.filter(isLocked)) {
        const still = await again(other, password)
        // The broker did not enter this password for this file, so it is not wrong but still missing.
        if (still?.error?.code === 'FILE_PASSWORD_WRONG') change(still.file_id, { error })
      }
    },
    keepSeparate: (deal_id) => set(({ photos }) => ({ photos: { ...photos, [deal_id]: [] } })),
  }
})

const refusedIds = (files: readonly Attaching[]) =>
  files.flatMap(({ state, file_id }) => (state === 'refused' ? [file_id] : []))

/** True for a file that the deal has already. */
export function isKnown({ error }: Attaching): boolean {
  return error?.code === 'FILE_DUPLICATE'
}

export function isUnderWay({ state }: Attaching): boolean {
  return state === 'waiting' || state === 'reading'
}

export function followAttaching(): () => void {
  return on('document.attaching', ({ file_id, ...progress }) =>
    useAttaching.setState(({ files }) => ({
      files: files.map((one) => (one.file_id === file_id ? { ...one, progress } : one)),
    })),
  )
}

const NOTE = 'attaching-at-close'

/** Number of calls of `attach` that currently keep the window open. */
let holders = 0
/** True after the broker clicked Close and was informed about files that are still being attached. */
let isClosing = false
let refusedBefore: readonly string[] = []

/**
 * Keeps the window open while files are being attached, because only this page has access to the files. The returned function ends this. If
 * the broker clicks Close in the meantime, a message explains the delay. The window then closes after the last file, or immediately after a
 * second click. `refused` returns the ids of the refused files. If the app refused one of the files that were being attached, the window
 * stays open and says so.
 */
function holdWindow(refused: () => readonly string[]): () => void {
  if (holders++ === 0) {
    refusedBefore = refused()
    window.addEventListener('beforeunload', onClose)
  }
  return () => {
    if (--holders > 0) return
    window.removeEventListener('beforeunload', onClose)
    if (!isClosing) return
    isClosing = false
    notifications.hide(NOTE)
    const fresh = refused().filter((file_id) => !refusedBefore.includes(file_id))
    if (fresh.length === 0) return window.close()
    const message = messages().documents.attaching.refused(fresh.length)
    notifications.show({ message, color: 'red', autoClose: false })
  }
}

function onClose(event: BeforeUnloadEvent): void {
  if (isClosing) return
  event.preventDefault()
  isClosing = true
  const { closing, closesWhenDone } = messages().documents.attaching
  notifications.show({ id: NOTE, title: closing, message: closesWhenDone, color: 'orange', autoClose: false })
}

/** Attaches picked, dropped, or pasted files from any part of the deal, and shows the results. */
export function attachFiles(deal_id: string, files: readonly File[]): void {
  if (files.length === 0) return
  navigate({ screen: 'deal', deal_id, part: 'documents' })
  void useAttaching.getState().attach(deal_id, files)
}
