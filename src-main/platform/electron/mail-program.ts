import { shell } from 'electron'
import { mailtoOf } from '../../../src-shared/features/snippets/mailto.ts'
import type { Log, OpenMail } from '../base/system.ts'
import { openWithXdgEmail } from './xdg-email.ts'

/**
 * Returns a function that opens the user's mail program with a mail. This is the only place where the app passes an address to the operating
 * system. The address is always a `mailto:` link that the app builds itself.
 */
export const createOpenMail =
  (log: Log): OpenMail =>
  async (mail) => {
    const link = mailtoOf(mail)
    if (link === null) return 'too_long'
    try {
      await (process.platform === 'linux' ? openWithXdgEmail(link) : shell.openExternal(link))
      return 'opened'
    } catch (error) {
      log.warn('mail program not opened', { kind: error instanceof Error ? error.name : typeof error })
      return 'failed'
    }
  }
