import { TestOffice } from '../e2e/support/office.ts'
import { fillVault } from './fill-vault.ts'

/** An office that was set up and has so many deals; its app is closed, its relay and its service run. */
export async function establishedOffice(deals: number): Promise<TestOffice> {
  const office = await TestOffice.openSetUp((data) => fillVault(data, deals))
  await office.app.close()
  return office
}
