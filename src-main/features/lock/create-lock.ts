import { SCRYPT_COST } from '../../../src-shared/platform/base/scrypt-cost-schema.ts'
import { drop } from '../../platform/base/log-lines.ts'
import { systemTimers } from '../../platform/base/system-time.ts'
import type { Environments } from '../../platform/environment/platform.ts'
import { checkRecoveryCode, hasRecoveryCode } from '../backup/recovery.ts'
import type { VaultFiles } from '../backup/vault-files.ts'
import { AppLock, type AppLockDeps, IdleWatch, type IdleWatchDeps } from './app-lock.ts'

type Own = 'checkCode' | 'hasRecoveryCode' | 'environment' | 'pinCost' | 'timers' | 'uptime' | 'whenUnlocked'
interface Parts extends Omit<AppLockDeps, Own>, Pick<IdleWatchDeps, 'idleSeconds'> {
  environments: Pick<Environments, 'environment'>
  isDemo(): boolean
  vaultFiles: VaultFiles
}

/** Creates the lock, and the watch that locks the app when the computer is idle. */
export function createLock({ environments, idleSeconds, isDemo, vaultFiles, ...parts }: Parts) {
  const idle: IdleWatch = new IdleWatch({
    timers: systemTimers,
    // Not `Date.now` itself, because the test of the idle time moves the clock.
    now: () => Date.now(),
    idleSeconds,
    afterMinutes() {
      const { has_pin, after_minutes } = parts.preferences.get()
      return has_pin ? after_minutes : null
    },
    lock: () => drop(parts.log, lock.lock()),
  })
  const lock: AppLock = new AppLock({
    ...parts,
    checkCode: (code) => checkRecoveryCode(vaultFiles, environments.environment, code),
    hasRecoveryCode: () => hasRecoveryCode(vaultFiles, environments.environment),
    environment: () => (isDemo() ? 'demo' : environments.environment),
    pinCost: SCRYPT_COST,
    timers: systemTimers,
    uptime: () => performance.now(),
    whenUnlocked: () => idle.restart(),
  })
  return {
    lock,
    idle,
    /** Call this when the screen was locked or the computer is about to sleep. */
    screenLocked() {
      if (parts.preferences.get().with_screen) drop(parts.log, lock.lock())
    },
  }
}
