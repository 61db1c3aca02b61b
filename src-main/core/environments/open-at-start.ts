import type { EnvironmentManager } from './environment-manager.ts'

/**
 * Opens the office when the app starts, which starts event sync. If it fails and no window exists, as after a start at login, opens a
 * window that shows the problem. Otherwise the user would not notice that no events arrive.
 */
export async function openAtStart(
  environmentManager: Pick<EnvironmentManager, 'open' | 'failed'>,
  windows: { handle(): object | null; show(): void },
): Promise<void> {
  await environmentManager.open()
  if (environmentManager.failed !== null && windows.handle() === null) windows.show()
}
