import { app } from 'electron'
import { systemClock, systemTimers } from '../../platform/base/system-time.ts'
import { AppUpdates, type AppUpdateDeps } from './app-updates.ts'
import { ElectronUpdater } from './electron-updater.ts'

type Parts = Pick<AppUpdateDeps, 'emit' | 'isSending' | 'log' | 'memory'> & {
  network: ConstructorParameters<typeof ElectronUpdater>[0]
}

/** Creates what keeps this installation of the app up to date. */
export const createUpdates = ({ network, ...parts }: Parts): AppUpdates =>
  new AppUpdates({
    ...parts,
    version: app.getVersion(),
    updater: new ElectronUpdater(network),
    clock: systemClock,
    timers: systemTimers,
    quit: () => app.quit(),
  })
