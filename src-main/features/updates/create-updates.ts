import { app } from 'electron'
import { systemClock, systemTimers } from '../../platform/base/system-time.ts'
import { AppUpdates, type AppUpdateDeps } from './app-updates.ts'
import { ElectronUpdater } from './electron-updater.ts'

type Parts = Pick<AppUpdateDeps, 'emit' | 'log' | 'memory'> & {
  environments: Pick<AppUpdateDeps, 'isSending'>
  network: ConstructorParameters<typeof ElectronUpdater>[0]
}

/** Creates what keeps this installation of the app up to date. */
export const createUpdates = ({ environments, network, ...parts }: Parts): AppUpdates =>
  new AppUpdates({
    ...parts,
    isSending: () => environments.isSending(),
    version: app.getVersion(),
    updater: new ElectronUpdater(network),
    clock: systemClock,
    timers: systemTimers,
    quit: () => app.quit(),
  })
