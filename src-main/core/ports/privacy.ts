/** Keeps the app's windows out of screenshots and screen sharing, where the system allows that (Windows, macOS). */
export type ProtectWindows = (on: boolean) => void

/** The system's clipboard, as far as the app has to do with it. */
export interface Clipboard {
  write(text: string): void
  read(): Promise<string>
  clear(): void
}
