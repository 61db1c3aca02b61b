import type { Messages } from '../../platform/texts/messages.ts'
import type { Finding } from './statement.ts'

/** Says why a statement is not verified, in the language of `text`. Some details say more than their reason. */
export function reasonText(
  { reasons, details }: Messages['statements'],
  { reason, detail }: Pick<Finding, 'reason' | 'detail'>,
): string {
  const byDetail: Partial<Record<Finding['detail'], string>> = details
  return byDetail[detail] ?? reasons[reason]
}
