/** The system's own dialogs. What the user picked there is the only path that is ever taken; null when they pressed Cancel. */
export interface FileDialogs {
  pickBackup(): Promise<string | null>
  pickBackupFolder(current: string): Promise<string | null>
  /** Asks before so many backups in this folder are deleted. */
  agreeToDeleteBackups(count: number, folder: string): Promise<boolean>
}
