import { shell } from 'electron'
import type { OpenMail } from '../../core/ports/system.ts'
import { mailtoOf } from '../../../src-shared/snippets/mailto.ts'

/**
 * Opens the user's mail program with a mail. This is the only place where the app passes an address to the operating system. The address is
 * always a `mailto:` link that the app builds itself.
 */
export const openMail: OpenMail = async (mail) => {
  const link = mailtoOf(mail)
  if (link === null) return 'too_long'
  return shell.openExternal(link).then(
    () => 'opened',
    () => 'failed',
  )
}
