/** Keeps the app's windows out of screenshots and screen sharing, where the system allows that (Windows, macOS). */
export type ProtectWindows = (on: boolean) => void

/** The operating system's clipboard, for sensitive text. */
export interface Clipboard {
  /** Copies text, kept out of clipboard histories where the system allows that. False when it could not be copied that way. */
  write(text: string): Promise<boolean>
  read(): Promise<string>
  clear(): void
}
