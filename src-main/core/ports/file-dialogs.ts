/** The system's own dialogs. What the user picked there is the only path that is ever taken; null when they pressed Cancel. */
export interface FileDialogs {
  pickBackup(): Promise<string | null>
  pickBackupFolder(current: string): Promise<string | null>
}
