import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import {
  PROOF_FORMAT,
  PROOF_VERSION,
  proofText,
  signedText,
  type ProofFile,
} from '../../../src-shared/proof/proof-file.ts'
import { checkChain } from '../../../src-shared/proof/verify-proof.ts'
import { formatMessage, msg } from '../../../src-shared/messages/msg.ts'
import { dayOf } from '../../../src-shared/days.ts'
import { loadDeal } from '../load-deal.ts'
import { fileNameOf } from '../../../src-shared/file-name.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { DEVICE } from '../ports/vault.ts'
import type { AttachProof, PrintPage, SaveFile } from '../ports/files.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { printed } from '../printed-page.ts'
import { openDeviceKey } from './device-key.ts'
import { proofPage } from './proof-page.ts'

export interface ProofPrinter {
  print: PrintPage
  attach: AttachProof
}
export interface ProofExport extends ProofPrinter {
  save: SaveFile
}

/** Saves a deal's proof of submission at a path that the broker chooses. */
export async function exportProof(
  context: EnvironmentContext,
  { save, ...printer }: ProofExport,
  deal_id: string,
  as: 'pdf' | 'json',
): Promise<Result<{ saved_as: string | null }>> {
  const proof = await makeProof(context, deal_id)
  if (!proof.ok) return proof
  const content =
    as === 'pdf' ? await printProof(printer, proof.value) : ok(Buffer.from(proofText(proof.value)))
  return content.ok ? save({ name: nameOf(proof.value, as), kind: as }, content.value) : content
}

/** Creates a PDF of a proof for human readers, with the machine-readable proof as an attached file. */
export function printProof({ print, attach }: ProofPrinter, proof: ProofFile): Promise<Result<Uint8Array>> {
  const { html, footer } = proofPage(proof)
  return printed(async () => attach(await print(html, footer), proof))
}

/**
 * Creates the proof of submission with all entries so far, signed by this computer. Fails with `PROOF_EMPTY` if nothing was sent, with
 * `PROOF_DAMAGED` if an entry in the vault was changed, or with the keychain's errors.
 */
export function makeProof(context: EnvironmentContext, deal_id: string): Promise<Result<ProofFile>> {
  return oneAtATime(`proof ${deal_id}`, async () => {
    const { vault, secrets, environment, clock } = context
    const deal = await loadDeal(context, deal_id)
    if (!deal.ok) return deal
    const key = await openDeviceKey(secrets, environment)
    if (!key.ok) return key
    const { fingerprint } = key.value
    let entries = await vault.listProof(deal_id)
    if (!entries.ok) return entries
    if (entries.value.length === 0)
      return fail(appError('PROOF_EMPTY', msg.errorsDeals.nothingSent, msg.errorsDeals.submitForProof))
    if (entries.value.at(-1)?.device !== fingerprint) {
      // The last entry names the key of another computer, because the vault was moved to this one. Append an entry with this computer's
      // key: the device that signs a proof must also have written its last entry.
      const continued = await vault.commit([
        { write: 'set_setting', key: DEVICE, value: fingerprint },
        { write: 'append_proof', deal_id, at: clock.now(), fact: { what: 'continued' } },
      ])
      if (!continued.ok) return continued
      entries = await vault.listProof(deal_id)
      if (!entries.ok) return entries
    }
    const broken = (await checkChain(deal_id, entries.value)).find(({ result }) => result === 'fail')
    const last = entries.value.at(-1)
    if (broken !== undefined || last === undefined)
      return fail(
        appError(
          'PROOF_DAMAGED',
          msg.errorsDeals.entryChanged(broken?.entry ?? 1),
          msg.errorsDeals.restoreBefore,
        ),
      )
    const { legal_name, reference, application_id } = deal.value
    const { public_key, sign } = key.value
    const statement = {
      format: PROOF_FORMAT,
      version: PROOF_VERSION,
      environment,
      deal: { deal_id, legal_name, reference, application_id },
      exported_at: clock.now(),
      device: { algorithm: 'Ed25519', public_key, fingerprint },
      head: { seq: last.seq, hash: last.hash },
    } as const
    return ok({ ...statement, entries: entries.value, signature: sign(signedText(statement)) })
  })
}

function nameOf({ deal, exported_at }: ProofFile, as: 'pdf' | 'json'): string {
  return `${formatMessage(msg.proof.fileName(fileNameOf(deal.legal_name) || deal.deal_id, dayOf(exported_at)))}.${as}`
}
