import type { Office } from './office.ts'

/**
 * Opens the office when the app starts, which starts event sync. If it fails and no window exists, as after a start at login, opens a
 * window that shows the problem. Otherwise the user would not notice that no events arrive.
 */
export async function openAtStart(
  office: Pick<Office, 'open' | 'failed'>,
  windows: { handle(): object | null; show(): void },
): Promise<void> {
  await office.open()
  if (office.failed !== null && windows.handle() === null) windows.show()
}
