import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Ledger } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { COMMISSION_BASES, type CommissionBasis } from '../../../src-shared/offers/commission.ts'
import { call } from '../../api/funding-desk.ts'
import { useMoney } from '../../stores/money-store.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Chooses how to calculate a commission that an offer does not report. */
export function CommissionBasisSelect({ basis }: { basis: Ledger['commission_basis'] }) {
  const text = messages().money.ledger
  async function keep(chosen: CommissionBasis | null) {
    if (chosen === null || chosen === basis) return
    const saved = await call('money.save_commission_basis', { basis: chosen })
    if (!saved.ok) return notifyError(saved.error)
    notifications.show({ message: text.basisSaved, color: 'teal', role: 'status' })
    // The dashboard's sums follow the same basis.
    await useMoney.getState().load()
  }
  return (
    <Select
      label={text.basis}
      description={text.basisHelp}
      data={COMMISSION_BASES.map((value) => ({ value, label: text.bases[value] }))}
      value={basis}
      onChange={(chosen) => void keep(chosen)}
      allowDeselect={false}
      w={320}
    />
  )
}
