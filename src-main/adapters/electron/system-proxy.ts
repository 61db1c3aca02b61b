import { session } from 'electron'
import type { ResolveProxy } from '../../core/ports/system.ts'

/** Chromium knows the system's proxy settings and runs its PAC scripts. */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url)
