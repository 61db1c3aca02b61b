import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { CHANNELS, EVENTS, REGISTER_FILES } from '../src-shared/ipc/channels.ts'
import type { FundingDeskApi } from '../src-shared/ipc/contract.ts'

type Listener = (payload: never) => void

const channels: ReadonlySet<string> = new Set(CHANNELS)
const events: ReadonlySet<string> = new Set(EVENTS)

const api = {
  call(channel: string, input: unknown, shown: unknown) {
    if (!channels.has(channel)) return Promise.reject(new Error('no such channel'))
    return ipcRenderer.invoke(channel, input, shown)
  },
  on(event: string, listener: Listener) {
    if (!events.has(event)) throw new Error('no such event')
    const forward = (_: unknown, payload: unknown) => listener(payload as never)
    ipcRenderer.on(event, forward)
    return () => {
      ipcRenderer.off(event, forward)
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
