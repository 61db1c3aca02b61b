import { TestEnvironment } from './e2e/environment.ts'
import { fillVault } from './fill-vault.ts'

/** An office that was set up and has so many deals; its app is closed, its relay and its service run. */
export async function establishedEnvironment(deals: number): Promise<TestEnvironment> {
  const environmentManager = await TestEnvironment.openSetUp((data) => fillVault(data, deals))
  await environmentManager.app.close()
  return environmentManager
}
