/** System dialogs for paths. The app uses only a path that the user picked. Null means Cancel. */
export interface FileDialogs {
  pickBackup(): Promise<string | null>
  pickBackupFolder(current: string): Promise<string | null>
}
