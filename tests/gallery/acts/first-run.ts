import { enterCredentials, fillCredentials, pairRelay } from '../../../build/demo/journey.ts'
import { TestEnvironment } from '../../support/e2e/environment.ts'
import { goTo, type Act } from '../scene.ts'

/** Opens an app that was never set up. Its scenes are the screens of the first run, in order. */
export async function firstRun(): Promise<Act> {
  const environment = await TestEnvironment.open()
  const { page, sandbox, relay } = environment
  return {
    environment,
    scenes: [
      {
        name: 'setup',
        state: 'empty',
        show: () => page.getByRole('heading', { name: 'Welcome to Funding Desk', exact: true }).waitFor(),
      },
      {
        name: 'setup',
        state: 'failing',
        show: async () => {
          await fillCredentials(page, { ...sandbox, client_secret: 'not the secret' })
          await page.getByRole('button', { name: 'Test connection', exact: true }).click()
          await page.getByRole('alert').waitFor()
        },
      },
      { name: 'setup-relay', state: 'empty', show: () => enterCredentials(page, sandbox) },
      { name: 'setup-recovery', state: 'empty', show: () => pairRelay(environment.app, relay) },
      {
        name: 'pipeline-production',
        state: 'empty',
        show: async () => {
          await goTo(page, '#/settings/connection')
          await page.getByText('Production', { exact: true }).click()
          await fillCredentials(page, sandbox)
          await page.getByRole('button', { name: 'Test and save', exact: true }).click()
          await page.locator('[data-environment="production"]').waitFor()
          await goTo(page, '#/')
        },
      },
    ],
  }
}
