import { failureOf, resultOf } from '../../../src-main/platform/base/failure.ts'
import { flushCompileCache } from 'node:module'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { confirmRecoveryCode, ShownCodes } from '../../../src-main/features/backup/recovery.ts'
import type { Reopen } from '../../../src-main/features/backup/restore.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import type { HostProcess } from '../../../src-main/platform/vault/host-process.ts'
import { addDeal } from '../core/composed-app.ts'
import { Cleanup } from '../cleanup.ts'
import { newComputer, type Computer } from './vault-files.ts'
import { writeSecretsFile, readSecretsFile } from './secrets-file.ts'
import { startVaultHost } from './start-host.ts'

/*
 * A program that replaces the recovery code of a vault. The test starts it as a separate process and kills it at some moment. It executes
 * the orders that the test sends, one after another: `show` opens the vault, adds a deal, and shows a new code; `confirm` confirms that
 * code; `kill_vault` kills the vault's process.
 */

export type Order = { order: 'show' } | { order: 'confirm' } | { order: 'kill_vault' }
export type Report =
  | { report: 'ready' }
  | { report: 'shown'; code: string; deal_id: string }
  | { report: 'confirmed'; error: { code: string; advice: string } | null }

const [folder] = process.argv.slice(2)
const hosts = new Set<HostProcess>()
const computer = newComputer(
  new Cleanup(),
  {
    start: () => {
      const host = startVaultHost()
      hosts.add(host)
      host.onExit(() => hosts.delete(host))
      return host
    },
  },
  undefined,
  folder,
)
writeSecretsFile(computer)
const codes = new ShownCodes()
let answers: string[] = []

async function show(): Promise<void> {
  readSecretsFile(computer)
  await computer.end()
  const app = await computer.open()
  const deal_id = await addDeal(app)
  const { words, asked } = await codes.show('sandbox')
  answers = asked.map((place) => words[place] as string)
  report({ report: 'shown', code: words.join(' '), deal_id })
}

/** If the vault cannot be opened again, fails as the app's own function does. `computer.open` would throw another exception. */
const reopen: Reopen = async (_, work) => {
  await computer.end()
  const done = await work()
  try {
    await computer.open()
    return done
  } catch {
    throw failureOf(appError('VAULT_UNAVAILABLE', 'The data did not open.', 'Try again.'))
  }
}

async function confirm({ vaultFiles }: Computer): Promise<void> {
  const change = { reopen, isSending: async () => false }
  const confirmed = await resultOf(
    confirmRecoveryCode(vaultFiles, codes, change, computer.app().context, answers),
  )
  const error = confirmed.ok
    ? null
    : { code: confirmed.error.code, advice: formatMessage(confirmed.error.advice) }
  report({ report: 'confirmed', error })
}

function report(what: Report): void {
  process.send?.(what)
}

process.on('message', ({ order }: Order) => {
  if (order === 'show') void show()
  else if (order === 'confirm') void confirm(computer)
  else for (const host of hosts) host.kill()
})
process.on('disconnect', () => process.exit(0))
// The test kills this program before it would write its compiled code to the cache.
flushCompileCache()
report({ report: 'ready' })
