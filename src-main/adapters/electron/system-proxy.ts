import { session } from 'electron'
import type { ResolveProxy } from '../../core/ports/network.ts'

/** Chromium's answer, which knows the system's settings and runs its PAC scripts. */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url)
