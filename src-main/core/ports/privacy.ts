/** Hides the app's windows from screenshots and screen sharing, where the system supports it (Windows, macOS). */
export type ProtectWindows = (on: boolean) => void

/** The operating system's clipboard for sensitive text. */
export interface Clipboard {
  /** Copies text and excludes it from clipboard histories where the system supports it. Returns false if that failed. */
  write(text: string): Promise<boolean>
  read(): Promise<string>
  clear(): void
}
