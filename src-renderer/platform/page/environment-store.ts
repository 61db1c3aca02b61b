import { create } from 'zustand'
import type {
  AppInfo,
  ConnectionStatus,
  EnvironmentStatus,
} from '../../../src-shared/features/connection/environment.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { call, on } from '../api/funding-desk.ts'
import { createServerStore } from './server-store.ts'

interface OpenEnvironment {
  environment: EnvironmentStatus
  /** The payload profile: the data file that describes the fields of the environment's form. */
  profile: PayloadProfile
  info: AppInfo | null
}

/** The open environment. If no environment could be opened, the store's `error` says why. */
export const useEnvironment = createServerStore<OpenEnvironment>({
  initial: null,
  async read() {
    void useConnection.getState().load()
    const [environment, profile, info] = await Promise.all([
      call('environment.get', {}),
      call('profile.get', {}),
      call('app.info', {}),
    ])
    if (!environment.ok) return environment
    if (!profile.ok) return profile
    return ok({
      environment: environment.value,
      profile: profile.value,
      info: info.ok ? info.value : null,
    })
  },
})

/** Stores an environment status that main returned after a change of the connection. */
export function updateEnvironment(environment: EnvironmentStatus): void {
  const { value } = useEnvironment.getState()
  if (value !== null) useEnvironment.adopt({ ...value, environment })
}

/** The connection status of the open environment. Loading the environment loads this too. */
export const useConnection = createServerStore<ConnectionStatus>({
  initial: null,
  read: () => call('connection.status', {}),
})

/** Subscribes to changes of the connection status. Call this function once, before the first request, so that no event is missed. */
export function followConnection(): void {
  on('connection.changed', useConnection.adopt)
}

/** True after the broker skipped the setup to explore the app without a connection. The next start shows the setup again. */
export const useSetup = create<{ skipped: boolean }>(() => ({ skipped: false }))
