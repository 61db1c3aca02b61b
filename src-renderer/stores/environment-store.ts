import { create } from 'zustand'
import type { AppInfo, ConnectionStatus, EnvironmentStatus } from '../../src-shared/domain/environment.ts'
import type { AppError } from '../../src-shared/errors.ts'
import type { PayloadProfile } from '../../src-shared/profile/payload-profile.ts'
import { call, on } from '../api/funding-desk.ts'

interface EnvironmentState {
  environment: EnvironmentStatus | null
  profile: PayloadProfile | null
  connection: ConnectionStatus | null
  info: AppInfo | null
  /** Why the environment could not be opened. */
  error: AppError | null
  load(): Promise<void>
  /** Takes over what a change of the connection answered. */
  update(environment: EnvironmentStatus): void
}

/** The open environment, how it is connected, and the profile of its form. */
export const useEnvironment = create<EnvironmentState>()((set, get) => ({
  environment: null,
  profile: null,
  connection: null,
  info: null,
  error: null,
  async load() {
    const before = get().connection
    const [environment, profile, connection, info] = await Promise.all([
      call('environment.get', {}),
      call('profile.get', {}),
      call('connection.status', {}),
      call('app.info', {}),
    ])
    if (!environment.ok) return set({ error: environment.error })
    set({
      error: profile.ok ? null : profile.error,
      environment: environment.value,
      profile: profile.ok ? profile.value : null,
      // An event that arrived during the requests is newer than their answers.
      connection: get().connection === before && connection.ok ? connection.value : get().connection,
      info: info.ok ? info.value : null,
    })
  },
  update: (environment) => set({ environment }),
}))

/** Follows the status light. Call it once, before the first request, to miss no event. */
export function followConnection(): void {
  on('connection.changed', (connection) => useEnvironment.setState({ connection }))
}

/** The broker looks around before anything is connected; the next start asks again. */
export const useSetup = create<{ skipped: boolean }>(() => ({ skipped: false }))
