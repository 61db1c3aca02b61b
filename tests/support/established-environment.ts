import { TestEnvironment } from './e2e/environment.ts'
import { fillVault } from './fill-vault.ts'

/** Creates an app that was set up and has the given number of deals. The app is closed, but its relay and its sandbox are running. */
export async function establishedEnvironment(deals: number): Promise<TestEnvironment> {
  const environment = await TestEnvironment.openSetUp((data) => fillVault(data, deals))
  await environment.app.close()
  return environment
}
