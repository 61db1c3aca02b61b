import { rm } from 'node:fs/promises'

/**
 * Deletes a folder with everything in it. Does nothing if the folder does not exist. If a process of a killed app still creates files in the
 * folder, or another program has one of its files open, this function tries again for at most 1.8 seconds.
 */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 50 })
