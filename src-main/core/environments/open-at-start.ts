import type { Office } from './office.ts'

/**
 * Opens the office when the app starts: the bridge listens from then on. Where it does not open and no window is there, as after a
 * start at sign-in, one is opened, which says why and what to do; nobody would know else that nothing is heard.
 */
export async function openAtStart(
  office: Pick<Office, 'open' | 'failed'>,
  windows: { handle(): object | null; show(): void },
): Promise<void> {
  await office.open()
  if (office.failed !== null && windows.handle() === null) windows.show()
}
