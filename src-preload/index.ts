import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { FundingDeskApi } from '../src-shared/app/contract.ts'
import { CALL, EVENT, REGISTER_FILES } from '../src-shared/platform/ipc/wire.ts'

type Listener = (payload: never) => void

const listeners = new Map<string, Set<Listener>>()

ipcRenderer.on(EVENT, (_, event: string, payload: unknown) => {
  for (const listener of listeners.get(event) ?? []) listener(payload as never)
})

const api = {
  // Main refuses unknown channels.
  call(channel: string, input: unknown, shown: unknown) {
    return ipcRenderer.invoke(CALL, channel, input, shown)
  },
  on(event: string, listener: Listener) {
    const heard = listeners.get(event) ?? new Set()
    listeners.set(event, heard)
    // Wrap the listener, so that each call of `on` is a listener of its own.
    const forward: Listener = (payload) => listener(payload)
    heard.add(forward)
    return () => {
      heard.delete(forward)
    }
  },
  registerFiles(files: readonly unknown[]) {
    // Chromium provides the path of a file that the user picked or dropped. If a script created the file, the path is empty, and main
    // refuses the file.
    return ipcRenderer.invoke(
      REGISTER_FILES,
      files.map((file) => webUtils.getPathForFile(file as File)),
    )
  },
}

contextBridge.exposeInMainWorld('fundingDesk', api satisfies Record<keyof FundingDeskApi, unknown>)
